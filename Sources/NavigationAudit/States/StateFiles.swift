import Measures
import NavigationModel

/// The states or surveys of some files, checked to be mergeable.
struct StateFiles: Sendable {
  private struct Item: Sendable {
    let name: String
    let file: String
    /// Its index in the file.
    let index: Int
    let label: StateLabel
    /// Kept for standard input and text, which are not read again.
    let frame: StateFrame?
  }

  let kind: StateFrame.Kind
  /// The merged label.
  let label: StateLabel
  private let items: [Item]

  /// Reads the labels.
  /// - Throws: if one cannot be read, or cannot be merged with the others.
  init(_ files: [String], allowsOverlap: Bool) throws {
    var items: [Item] = []
    var kinds: [(name: String, kind: StateFrame.Kind)] = []
    for file in files {
      var source = try StateSource(file)
      if source.isEmpty { throw AuditError("\(source.name): is empty, not a state; `navaudit map` writes one even where there is nobody") }
      var index = 0
      while !source.isAtEnd {
        let name = index == 0 ? source.name : "\(source.name) (state \(index + 1))"
        let frame = try StateFrame(&source, name, hasContent: source.isInMemory)
        items.append(Item(name: name, file: file, index: index, label: frame.label, frame: source.isInMemory ? frame : nil))
        kinds.append((name, frame.kind))
        index += 1
      }
    }
    guard let kind = kinds.first?.kind, let label = try StateLabel.merged(items.map { ($0.name, $0.label) }, allowsOverlap: allowsOverlap) else {
      throw AuditError("there is no state; name some")
    }
    if let other = kinds.first(where: { $0.kind != kind }) {
      throw AuditError("\(other.name): is a \(other.kind.word), and \(kinds[0].name) a \(kind.word); reduce states or surveys, not both")
    }
    (self.items, self.kind, self.label) = (items, kind, label)
  }

  private func frame(_ item: Item) throws -> StateFrame {
    if let frame = item.frame { return frame }
    var source = try StateSource(item.file)
    for _ in 0..<item.index { _ = try StateFrame(&source, item.name, hasContent: false) }
    return try StateFrame(&source, item.name, hasContent: true)
  }

  /// All surveys, merged.
  func survey() throws -> Survey {
    let surveys = try items.map { try Survey(frame($0), $0.name) }
    guard var all = surveys.first else { throw AuditError("there is no survey; name some") }
    for survey in surveys.dropFirst() { all.merge(survey) }
    all.label = label
    return all
  }

  /// All states, merged.
  /// - Parameter table: receives their names.
  func state(_ table: NameTable, workers: Int) async throws -> State {
    let work = WorkCounter()
    let threads = max(1, min(workers, items.count))
    return try await withThrowingTaskGroup(of: State.self) { group in
      for _ in 0..<threads {
        group.addTask {
          // The sum over all threads must not overflow.
          var room = BinaryDecoder.largestSum / UInt64(threads)
          var all = State(label)
          while let number = work.take(below: items.count) {
            try Task.checkCancellation()
            all.mergeContent(try State(frame(items[number]), items[number].name, table: table, room: &room))
          }
          return all
        }
      }
      var all = State(label)
      for try await part in group { all.mergeContent(part) }
      return all
    }
  }
}
