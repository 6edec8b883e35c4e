import CSimdJSON
import NavigationModel

/// Lists all fields of JSON objects: the path and the text of each value. For the few records of a draft.
package final class RecordFlattener {
  /// The separator of the members of a path in a key.
  package static let separator = "\u{1}"
  /// Limits for the depth and the number of fields of a record.
  private static let deepest = 24
  private static let most = 200

  package typealias Fields = [(key: String, text: String)]

  private let lister = JSONLister()
  /// For JSON in texts.
  private lazy var inner = RecordFlattener()

  package init() {}

  /// - Returns: nil if the text is not a JSON object.
  package func fields(of record: UnsafeRawBufferPointer) -> Fields? { flattened(record, splitsLists: false)?.fields }

  /// The elements of a list of objects, with the path of the list.
  typealias Element = (list: String, fields: Fields)

  /// The fields of a record, and those of each element of its lists of objects: of an SDK's batch, a recorded request,
  /// or the trail before a crash.
  func split(_ record: UnsafeRawBufferPointer) -> (fields: Fields, elements: [Element])? {
    flattened(record, splitsLists: true).map { ($0.fields, $0.elements ?? []) }
  }

  /// The fields of an object in a text, such as the cell of a table, with the path to it.
  func fields(in text: String, at path: String) -> Fields? {
    let own =
      text.utf8.first == UInt8(ascii: "{") ? text.withUTF8Bytes { fields(of: UnsafeRawBufferPointer($0)) } : nil
    let found = own ?? CellMap.json(text.utf8).flatMap { json in json.withUnsafeBytes { fields(of: $0) } }
    return found.map { $0.placed(at: path) }
  }

  /// The fields of an object and, if they are kept apart, the elements of its lists of objects.
  private typealias Found = (fields: Fields, elements: [Element]?)

  private func flattened(_ record: UnsafeRawBufferPointer, splitsLists: Bool) -> Found? {
    guard let parts = lister.parts(of: record), parts.first?.kind == CSJ_OBJECT else { return nil }
    var found: Found = ([], splitsLists ? [] : nil)
    var next = 0
    return add(parts, &next, at: "", depth: 0, to: &found) ? found : nil
  }

  /// Adds the fields of the next value.
  /// - Returns: false if it is nested too deep.
  private func add(
    _ parts: UnsafeBufferPointer<RecordValue>, _ next: inout Int, at path: String, depth: Int, to found: inout Found
  ) -> Bool {
    guard depth <= Self.deepest else { return false }
    let part = parts[next]
    next += 1
    switch part.kind {
    case CSJ_OBJECT:
      while parts[next].kind == CSJ_KEY {
        let key = parts[next].listedText
        next += 1
        guard add(parts, &next, at: path.isEmpty ? key : path + Self.separator + key, depth: depth + 1, to: &found)
        else { return false }
      }
      next += 1
    case CSJ_ARRAY:
      guard addList(parts, &next, at: path, depth: depth, to: &found) else { return false }
      next += 1
    case CSJ_ABSENT: break
    default: add(part.listedText, at: path, to: &found)
    }
    return true
  }

  /// A list of texts is one text; `[{"key": …, "value": {…}}]` are members (GA4, OpenTelemetry).
  private func addList(
    _ parts: UnsafeBufferPointer<RecordValue>, _ next: inout Int, at path: String, depth: Int, to found: inout Found
  ) -> Bool {
    var texts: [String] = []
    while parts[next].kind != CSJ_END {
      let before = found.fields.count
      let inner = found.elements?.count ?? 0
      guard add(parts, &next, at: "", depth: depth + 1, to: &found) else { return false }
      let element = Array(found.fields[before...])
      found.fields.removeSubrange(before...)
      found.elements?.place(from: inner, at: path + "[]", beside: element)
      if found.elements != nil, element.count > 1, !element.contains(where: { $0.key == "key" }) {
        found.elements?.append((path + "[]", element.placed(at: path + "[]")))
      } else if element.count == 1, element[0].key.isEmpty {
        texts.append(element[0].text)
      } else if let key = element.first(where: { $0.key == "key" }),
        let value = element.first(where: { $0.key.hasPrefix("value") })
      {
        add(value.text, at: path + Self.separator + key.text, to: &found)
      }
    }
    if !texts.isEmpty { add(texts.joined(separator: "|"), at: path, to: &found) }
    return true
  }

  private func add(_ text: String, at path: String, to found: inout Found) {
    // JSON in a text, as the log is read.
    if text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}"),
      let nested = text.withUTF8Bytes({
        inner.flattened(UnsafeRawBufferPointer($0), splitsLists: found.elements != nil)
      })
    {
      found.fields += nested.fields.placed(at: path).prefix(max(0, Self.most - found.fields.count))
      if found.elements?.isEmpty == true, let elements = nested.elements {
        found.elements = elements
        found.elements?.place(from: 0, at: path)
      }
    } else if found.fields.count < Self.most {
      found.fields.append((path, text))
    }
  }
}

extension RecordFlattener.Fields {
  fileprivate func placed(at path: String) -> Self { map { (path + RecordFlattener.separator + $0.key, $0.text) } }
}

extension [RecordFlattener.Element] {
  /// Puts the elements from an index on below a path, each with the fields beside its list.
  fileprivate mutating func place(from start: Int, at path: String, beside fields: RecordFlattener.Fields = []) {
    for index in indices.dropFirst(start) {
      self[index].list = path + RecordFlattener.separator + self[index].list
      self[index].fields = (fields + self[index].fields).placed(at: path)
    }
  }
}

extension RecordValue {
  /// The text of a key, a text, a number or a truth value.
  fileprivate var listedText: String { String(decoding: raw, as: UTF8.self) }
}

extension JSONLister {
  /// The keys of an object, without those of nested ones.
  func keys(of object: some Collection<UInt8>) -> [String] {
    Array(object).withUnsafeBytes { bytes in
      var depth = 0
      var keys: [String] = []
      for part in parts(of: bytes) ?? .init(start: nil, count: 0) {
        switch part.kind {
        case CSJ_OBJECT, CSJ_ARRAY: depth += 1
        case CSJ_END: depth -= 1
        case CSJ_KEY where depth == 1: keys.append(part.listedText)
        default: break
        }
      }
      return keys
    }
  }
}
