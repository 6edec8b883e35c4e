import Measures
import UsabilityRules

extension ReportContents {
  /// The personal data that a run wrote or read, besides its figures.
  package struct Privacy: Sendable, Equatable {
    /// The store that the report was made with or from.
    package var store: String?
    /// Whether the store holds users as logged.
    package var revealsUsers = false
    /// Whether `sessions.csv` is written.
    package var hasSessions = false
    /// Whether names that look like personal data are masked.
    package var masksNames = true

    package init() {}
  }
}

extension ReportContents {
  /// What personal data the report and the store hold, how to remove people, and how to share the report.
  var personalData: Document.Section? {
    guard measures.totals.users > 0 else { return nil }
    return Document.Section(
      "Personal data", anchor: "personal-data",
      [.list([dataOnPeople, textOfLog, dataInStore, howToRemove, howToShare].compactMap(\.self))], isCollapsed: true)
  }

  private var usersInWords: String {
    privacy.revealsUsers ? "the ids that the log gives to users" : "pseudonyms, a keyed hash of the log's user"
  }

  private var dataOnPeople: Document.Text {
    if let hidden {
      let tables = hidden.tables.map { table -> Document.Text in
        let parts = [(table.rows, "row"), (table.figures, "figure")].filter { $0.0 > 0 }.map { $0.0.of($0.1) }
        return "\(link: table.name, to: .file(table.name)) (\(Wording.list(parts)))"
      }
      let what = hidden.findings > 0 ? ["\(hidden.findings.of("finding"))" as Document.Text] + tables : tables
      let text: Document.Text = """
        \(strong: "People:") rows about fewer than \(hidden.least.grouped) users are left out, and there are no example \
        sessions. Totals stay, so readers can still subtract two figures, such as a total and its parts, or two \
        reports.
        """
      return what.isEmpty ? text : text + " Left out: " + what.joinedAsList() + "."
    }
    var text: Document.Text = """
      \(strong: "People:") figures about few users, some about one, and example sessions with their times. Users have \
      pseudonyms, keyed hashes of the log's user.
      """
    if privacy.hasSessions {
      text =
        text
        + " \(link: "sessions.csv", to: .file("sessions.csv")) has a row for each session of each user, with its time and device, under \(usersInWords)."
    }
    return text
  }

  private var textOfLog: Document.Text {
    let masks: Document.Text =
      privacy.masksNames
      ? """
      Text that looks like an e-mail address, a phone number or a token is masked; other personal data in names is \
      not.
      """
      : "They are not masked (\(code: "mask_names: false")), so personal data in them shows."
    return
      """
      \(strong: "Text of the log:") names of screens, tabs, items and the like, platforms and \
      versions\(hidden == nil ? ", and of log files" : ""). 
      """
        + masks
  }

  private var dataInStore: Document.Text? {
    privacy.store.map { store in
      """
      \(strong: "The store") \(code: store), if there is one next to the report, holds every event of every user, \
      to the microsecond, with device and language, under \(usersInWords). It also holds the key of the pseudonyms, \
      so anyone with the store and a user's id can find that user's sessions. Protect it like the logs.
      """
    }
  }

  private var howToRemove: Document.Text {
    privacy.store.map { store in
      """
      \(strong: "To remove somebody:") \(code: "navaudit forget USER --store \(store)"), then \
      \(code: "navaudit report"). This does not change logs or earlier reports.
      """
    }
      ?? """
      \(strong: "To remove somebody:") remove their lines from the logs, or remove the user from a store \
      (\(code: "navaudit forget")), and write the report again.
      """
  }

  private var howToShare: Document.Text? {
    hidden == nil
      ? """
      \(strong: "To share the report:") write it with \(code: "--minimum-group 10"), which leaves out what is about \
      fewer than ten users. Leave the store out.
      """ : nil
  }
}
