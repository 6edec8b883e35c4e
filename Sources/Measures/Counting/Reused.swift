import NavigationModel

/// What is emptied for its memory, not made again.
protocol Reusable {
  init()
  mutating func empty()
}

extension Array: Reusable {
  mutating func empty() { removeAll(keepingCapacity: true) }
}

/// A value for each key that occurred, such as what the current user did in each build. When it is emptied, its values
/// keep their memory for those of the next keys.
struct Reused<Key: Hashable & Sendable, Value: Reusable & Sendable>: Sendable {
  private var list = KeyList<Key>()
  /// Those after the ones of the keys are empty.
  private var all: [Value] = []

  var keys: [Key] { list.keys }
  var count: Int { list.count }
  var values: ArraySlice<Value> { all[..<count] }
  var pairs: Zip2Sequence<[Key], ArraySlice<Value>> { zip(keys, values) }

  /// The index of a key's value, empty if it is new.
  @inline(__always)
  mutating func number(adding key: Key) -> Int {
    let number = list.number(adding: key)
    if number == all.count { all.append(Value()) }
    return number
  }

  @inline(__always)
  subscript(number: Int) -> Value {
    get { all[number] }
    _modify { yield &all[number] }
  }

  mutating func removeAll() {
    for number in 0..<count { all[number].empty() }
    list.removeAll()
  }
}
