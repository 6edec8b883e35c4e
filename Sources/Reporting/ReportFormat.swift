/// A way to write a report. Adding one is a file that renders a ``Document``, and a line here.
public struct ReportFormat: Sendable {
  public let name: String
  public let fileName: String
  public let summary: String
  public let render: @Sendable (Document) -> String

  public static let all = [markdown]

  public static let markdown = ReportFormat(
    name: "markdown", fileName: "report.md", summary: "The report for people, as GitHub shows it.",
    render: { Markdown.render($0) })
}
