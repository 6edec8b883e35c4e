import Foundation
import LibFuzzer

/// Fuzzes one target with libFuzzer: `fuzzing --target=NAME [libFuzzer's arguments]`. `--list` lists the targets, each
/// with the maximum length of useful inputs; `--play FOLDER…` plays the files in folders named after targets, without
/// libFuzzer.
@main
enum Fuzzer {
  nonisolated(unsafe) private static var target: FuzzTarget?

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" {
      for target in FuzzTarget.all { print(target.name, target.longest) }
      return
    }
    if arguments.first == "--play" { return play(Array(arguments.dropFirst())) }
    target =
      arguments.lazy.compactMap { argument in
        argument.hasPrefix("--target=") ? FuzzTarget.named(String(argument.dropFirst(9))) : nil
      }.first
    guard target != nil else {
      FileHandle.standardError.write(Data("fuzzing: name a target with --target=NAME; --list lists them\n".utf8))
      exit(64)
    }
    var count = CommandLine.argc
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &values) { bytes, count in
        Fuzzer.check(UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      })
  }

  private static func check(_ bytes: UnsafeRawBufferPointer) {
    do { try target?.check(bytes) } catch { fatalError("\(error)") }
  }

  private static func play(_ folders: [String]) {
    for folder in folders {
      let url = URL(fileURLWithPath: folder)
      target = FuzzTarget.named(url.lastPathComponent)
      let files = (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
      for file in files { (try? Data(contentsOf: file))?.withUnsafeBytes { check($0) } }
      FileHandle.standardOutput.write(Data("\(url.lastPathComponent) \(files.count)\n".utf8))
    }
  }
}
