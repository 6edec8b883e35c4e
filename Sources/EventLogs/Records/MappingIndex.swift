import NavigationModel

/// The event mappings by the text of one field, mostly the event's name: only those are tried that may match.
struct MappingIndex: Sendable {
  /// The index of the field's value; nil if no mapping asks for a text.
  private var field: Int?
  private var texts = ByteInterner()
  /// The mappings by the number of the text that they ask for, and those that ask for none, in order.
  private var byText: [[Int]] = []
  private var others: [Int] = []

  init(_ mappings: [FieldPlan.Mapping]) {
    var uses: [Int: Int] = [:]
    for mapping in mappings {
      for index in Set(mapping.conditions.filter { !$0.texts.isEmpty }.map(\.index)) { uses[index, default: 0] += 1 }
    }
    field = uses.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    for (number, mapping) in mappings.enumerated() {
      guard let asked = mapping.conditions.first(where: { $0.index == field && !$0.texts.isEmpty })?.texts else {
        others.append(number)
        continue
      }
      for text in Set(asked) {
        let (place, isNew) = text.withUTF8Bytes { texts.intern($0) }
        if isNew { byText.append([]) }
        byText[place].append(number)
      }
    }
  }

  /// The first mapping that matches a record.
  func first(for values: borrowing RecordValues, where matches: (Int) -> Bool) -> Int? {
    guard let field, let place = texts.number(of: values.values[field].conditionBytes) else {
      return others.first(where: matches)
    }
    var named = byText[place][...]
    var unnamed = others[...]
    while true {
      let isNamed = named.first.map { $0 < unnamed.first ?? .max } ?? false
      guard let next = isNamed ? named.popFirst() : unnamed.popFirst() else { return nil }
      if matches(next) { return next }
    }
  }
}
