/// A report format. To add one, add a file that renders a ``Document``, and a line here.
public struct ReportFormat: Sendable {
  public let name: String
  public let fileName: String
  public let summary: String
  public let render: @Sendable (Document) -> String

  public static let all = [markdown, html]

  public static let markdown = ReportFormat(
    name: "markdown", fileName: "report.md", summary: "The report for people, as GitHub shows it.",
    render: { Markdown.render($0) })

  public static let html = ReportFormat(
    name: "html", fileName: "report.html", summary: "The same as one page for a browser, with pictures; it needs nothing else.",
    render: { HTMLPage.render($0) })
}
