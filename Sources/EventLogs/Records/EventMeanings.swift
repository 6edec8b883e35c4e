import NavigationModel

/// What events mean, found by the text of one field, mostly the event's name: only those mappings are tried that may
/// match.
struct EventMeanings: Sendable {
  private let mappings: [FieldPlan.Mapping]
  /// The index of the field's value; nil if no mapping asks for a text.
  private let field: Int?
  private var texts = ByteInterner()
  /// The mappings by the number of the text that they ask for, and those that ask for none, in order.
  private var byText: [[Int]] = []
  private var others: [Int] = []

  init(_ mappings: [FieldPlan.Mapping] = []) {
    self.mappings = mappings
    var uses: [Int: Int] = [:]
    for mapping in mappings {
      for index in Set(mapping.conditions.filter { $0.test.texts != nil }.map(\.index)) { uses[index, default: 0] += 1 }
    }
    field = uses.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    for (number, mapping) in mappings.enumerated() {
      guard let asked = mapping.conditions.first(where: { $0.index == field && $0.test.texts != nil })?.test.texts
      else {
        others.append(number)
        continue
      }
      for text in asked {
        let (place, isNew) = texts.intern(text.value.textBytes)
        if isNew { byText.append([]) }
        if byText[place].last != number { byText[place].append(number) }
      }
    }
  }

  subscript(number: Int) -> FieldPlan.Mapping { mappings[number] }

  /// The number of the first mapping whose conditions all hold.
  func match(for values: borrowing RecordValues) -> Int? {
    guard let field, let place = texts.number(of: values.values[field].conditionBytes) else {
      return others.first { holds($0, for: values) }
    }
    var named = byText[place][...]
    var unnamed = others[...]
    while true {
      let isNamed = named.first.map { $0 < unnamed.first ?? .max } ?? false
      guard let next = isNamed ? named.popFirst() : unnamed.popFirst() else { return nil }
      if holds(next, for: values) { return next }
    }
  }

  private func holds(_ number: Int, for values: borrowing RecordValues) -> Bool {
    for condition in mappings[number].conditions where !condition.test.holds(for: values.values[condition.index]) {
      return false
    }
    return true
  }
}

extension ValueTest {
  fileprivate var texts: [ConstantText]? {
    if case .isOneOf(let texts) = self { texts } else { nil }
  }
}
