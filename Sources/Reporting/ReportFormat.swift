/// A report format. To add one, add a file that renders a ``Document``, and a line here.
package struct ReportFormat: Sendable {
  package let name: String
  package let fileName: String
  package let summary: String
  package let render: @Sendable (Document) -> String

  package static let all = [markdown, html]

  package static let markdown = ReportFormat(
    name: "markdown", fileName: "report.md", summary: "The report for people, as GitHub shows it.",
    render: { Markdown.render($0) })

  package static let html = ReportFormat(
    name: "html", fileName: "report.html", summary: "The same as one page for a browser, with pictures; it needs nothing else.",
    render: { HTMLPage.render($0) })
}
