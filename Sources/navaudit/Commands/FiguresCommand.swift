import ArgumentParser
import Measures

struct FiguresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figures",
    abstract: "List the figures of the whole app.",
    discussion: """
        navaudit figures
        navaudit figures --markdown > Reports/figures.md
      """)

  @Flag(help: "Explain all figures as a Markdown page.")
  var markdown = false

  func run() { markdown ? Terminal.write(Figure.reference()) : Terminal.print(Figure.list()) }
}
