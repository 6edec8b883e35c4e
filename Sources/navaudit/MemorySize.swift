import ArgumentParser
import NavigationAudit

/// An amount of memory: bytes, or `512M`; K, M, G and T are powers of 1024, with or without a following `B` or `iB`.
struct MemorySize {
  let bytes: Int

  init(argument: String) throws {
    guard let bytes = Self.bytes(argument) else { throw ValidationError("--memory takes a size of at least 64M, such as 512M or 4G, not `\(argument)`") }
    self.bytes = bytes
  }

  private static func bytes(_ argument: String) -> Int? {
    let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = argument.dropFirst(digits.count).uppercased()
    let powers = ["": 0, "B": 0, "K": 1, "M": 2, "G": 3, "T": 4]
    guard let number = Double(digits), let power = powers[unit] ?? powers[String(unit.prefix(1))],
      ["", "B", "IB"].contains(String(unit.dropFirst()))
    else { return nil }
    var bytes = number
    for _ in 0..<power { bytes *= 1024 }
    guard bytes >= Double(AuditOptions.leastMemory), bytes < 1e18 else { return nil }
    return Int(bytes)
  }
}
