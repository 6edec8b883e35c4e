import Reporting

/// Writes the files of a comparison.
struct ComparisonReport {
  private let contents: ComparisonContents

  init(_ contents: ComparisonContents) { self.contents = contents }

  /// The file name of a comparison's report, different from those of a log's reports.
  private static func fileName(_ format: ReportFormat) -> String { format.fileName.replacing("report", with: "comparison") }

  /// The files that a comparison may write.
  static let allFiles = ComparisonContents.tableNames.map { $0 + ".csv" } + [DataPackage.fileName] + ReportFormat.all.map(fileName)

  /// Writes all files except the data package.
  /// - Returns: the names of the files, including the package, and the package.
  func write(to folder: OutputFolder) throws -> (files: [String], package: DataPackage) {
    var files: [String] = []
    func write(_ bytes: some Collection<UInt8>, to file: String) throws {
      try folder.write(bytes, to: file)
      files.append(file)
    }
    let tables = contents.tables
    for table in tables { try write(CSVWriter.bytes(of: table), to: table.fileName) }
    files.append(DataPackage.fileName)
    let document = Document(contents)
    for format in ReportFormat.all { try write(format.render(document).utf8, to: Self.fileName(format)) }
    return (files, DataPackage(title: contents.title, tables: tables, calendar: contents.calendar))
  }
}
