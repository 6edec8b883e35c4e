import NavigationModel

// Logs of web servers, whose cells are apart by blanks: a line for each request.

extension LogHead {
  static let blank: UInt8 = 0x20

  /// The columns of the log of a web server: those that a W3C log names itself (`#Fields: date time cs-method …`), or
  /// those of the common and the combined format; nil for other logs.
  func accessHeader() -> TableHeader? {
    let all = lines(50)
    for line in all.prefix(10) {
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix(Self.fields) else { continue }
      let columns = text.dropFirst(Self.fields.count).split(whereSeparator: \.isWhitespace).map(String.init)
      let row = all.first { $0.first != Self.commentMark }
      let delimiter = row?.contains(0x09) == true ? 0x09 : Self.blank
      let number = 1 + bytes[..<line.startIndex].count { $0 == 0x0A }
      return TableHeader(columns: columns, delimiter: delimiter, line: number, hasQuotes: delimiter != Self.blank)
    }
    guard let line = all.first.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
    if Self.balancedRequest.isFound(in: line) {
      return TableHeader(columns: Self.balancerColumns, delimiter: Self.blank, line: 0, hasQuotes: false)
    }
    guard let cells = Self.request.firstMatch(in: line)?[1]?.split(separator: " ") else { return nil }
    // A name of the host may stand before.
    let leading = Array(Self.columns.prefix(3).suffix(cells.count))
    let hosts = (0..<max(0, cells.count - 3)).map { "host\($0 == 0 ? "" : "\($0 + 1)")" }
    let isCombined = Self.combined.isFound(in: line)
    return TableHeader(
      columns: hosts + leading + Self.columns.dropFirst(3) + (isCombined ? ["referer", "agent"] : []),
      delimiter: Self.blank, line: 0, hasQuotes: false)
  }

  private static let fields = "#Fields:"
  private static let columns = [
    "remote_addr", "identity", "remote_user", "date", "zone", "method", "path", "protocol", "status", "bytes",
  ]

  private static let balancerColumns = [
    "connection", "time", "balancer", "remote_addr", "server", "request_time", "target_time", "response_time", "status",
    "target_status", "received_bytes", "sent_bytes", "method", "url", "protocol", "agent",
  ]

  /// Of a load balancer of Amazon: `https 2026-03-12T11:17:32.832339Z app/web/50dc 203.0.113.7:49210 10.0.0.1:80 0.000
  /// 0.021 0.000 200 200 64 3486 "GET https://shop.example:443/ HTTP/2.0"`, and what follows.
  private static let balancedRequest: Pattern =
    #"^[a-z0-9]+ \d{4}-\d\d-\d\dT\S+Z \S+ [\d.:a-f\[\]]+ \S+(?: -?\d[\d.]*){3}(?: [\d\-]+){4} "[A-Z\-]+ \S+ \S+" "#

  /// `203.0.113.7 - - [02/Mar/2026:09:07:55 +0000] "GET /products HTTP/1.1" 200 6836`, and what follows.
  private static let request: Pattern =
    #"^(\S+(?: \S+){2,4}) \[\d{2}/[A-Z][a-z]{2}/\d{4}:\S+ [^\]]+\] "[A-Z]+ \S+ \S+" \d{3} "#
  private static let combined: Pattern = #"" \d{3} \S+ ""#
}

extension UnsafeRawBufferPointer {
  /// Whether a cell stands for nothing, as servers and databases write it.
  var isPlaceholder: Bool {
    switch count {
    case 1: self[0] == UInt8(ascii: "-")
    case 2: elementsEqual("\\N".utf8)
    case 4: elementsEqual("NULL".utf8) || elementsEqual("null".utf8)
    default: false
    }
  }

  /// The text of a cell that blanks delimit: without brackets and quotes, of an address without the port; empty if it
  /// stands for nothing (`-`).
  var ofAccessLog: UnsafeRawBufferPointer {
    func isFrame(_ byte: UInt8) -> Bool { "[]\"".utf8.contains(byte) }
    var cell = self[...]
    while let first = cell.first, isFrame(first) { cell = cell.dropFirst() }
    while let last = cell.last, isFrame(last) { cell = cell.dropLast() }
    if let colon = cell.lastIndex(of: UInt8(ascii: ":")),
      cell[..<colon].count(where: { $0 == UInt8(ascii: ".") }) == 3,
      cell.allSatisfy({ $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || $0.isDigit })
    {
      cell = cell[..<colon]
    }
    if cell.count == 1, cell.first == UInt8(ascii: "-") { cell = cell.prefix(0) }
    return UnsafeRawBufferPointer(rebasing: cell)
  }
}
