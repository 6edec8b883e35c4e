/// Fixed texts of `via`, `outcome` and `target`; they follow the kinds of events in the table.
enum Word: Int32, CaseIterable {
  case first, cold, warm, push, url, button, swipe, system, outside, back, timeout
  case blocked, failed, missed, dead, refused, hidden, shown, landscape, portrait

  /// Its index in the table.
  var name: NameTable.Name { Int32(EventWord.allCases.count) + rawValue }
}
