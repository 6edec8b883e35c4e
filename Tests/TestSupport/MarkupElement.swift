import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of a page or a picture, read by an XML parser: if it parses, it is well-formed. Nothing changes it once
/// it is read.
package final class MarkupElement: @unchecked Sendable {
  package let name: String
  package let attributes: [String: String]
  /// Elements and the text between them.
  package private(set) var children: [MarkupElement] = []
  package private(set) var ownText = ""

  package init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The element and all below it, in order.
  package var all: [MarkupElement] { [self] + children.flatMap(\.all) }
  package func all(_ names: String...) -> [MarkupElement] { all.filter { names.contains($0.name) } }
  /// Its text and that of its descendants, each in one piece.
  package var text: String { ownText + children.map(\.text).joined() }
  package subscript(attribute: String) -> String? { attributes[attribute] }

  fileprivate func add(_ child: MarkupElement) { children.append(child) }
  fileprivate func add(_ text: String) { ownText += text }

  /// Reads a page (without its script, which is not markup) or a picture.
  package static func read(_ text: String) throws -> MarkupElement {
    var text = text
    if text.hasPrefix("<!DOCTYPE html>\n") { text.removeFirst("<!DOCTYPE html>\n".count) }
    if let start = text.firstRange(of: "<script>"), let end = text[start.upperBound...].firstRange(of: "</script>") {
      text.removeSubrange(start.upperBound..<end.lowerBound)
    }
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw NotWellFormed(line: parser.lineNumber, column: parser.columnNumber, near: reader.open.last?.name ?? "")
    }
    return reader.root ?? MarkupElement("", [:])
  }

  package struct NotWellFormed: Error {
    package let line: Int
    package let column: Int
    package let near: String
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: MarkupElement?
    var open: [MarkupElement] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = MarkupElement(name, attributes)
      if let parent = open.last { parent.add(element) } else { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.add(text) }
  }
}
