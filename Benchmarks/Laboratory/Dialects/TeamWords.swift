/// The words that teams use in their logs, by language: a dialect draws its event names, properties and columns from it. It was written from how
/// teams talk about their apps, independently of the product's table of terms.
struct TeamWords: Sendable {
  let language: String
  private let words: [String: [String]]

  subscript(concept: String) -> [String] { words[concept] ?? [] }

  static let all: [TeamWords] = String(decoding: PackageResources.TeamWords_txt, as: UTF8.self).split(separator: "\n\n").map { block in
    let lines = block.split(separator: "\n").map(String.init)
    var words: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      words[String(parts[0])] = parts[1].split(separator: ",").map { $0.trimmingPrefix(" ").description }
    }
    return TeamWords(language: lines[0], words: words)
  }
}
