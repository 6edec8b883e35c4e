import Testing

@testable import Reporting

/// Text that is invisible, that CI systems execute, or that spreadsheets evaluate.
@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb", "a⟨U+001B⟩[2Jb"), ("a\u{07}", "a⟨U+0007⟩"), ("a\u{202E}b", "a⟨U+202E⟩b"),
    ("Ho\u{200D}me", "Ho⟨U+200D⟩me"),
    ("\u{3164}", "⟨U+3164⟩"), ("\u{2800}", "⟨U+2800⟩"), ("\u{115F}", "⟨U+115F⟩"), ("\u{180E}", "⟨U+180E⟩"),
    ("a\u{FE0F}", "a⟨U+FE0F⟩"),
    ("\u{E0041}", "⟨U+E0041⟩"), ("a\nb", "a⟨U+000A⟩b"), ("\u{FFFE}", "⟨U+FFFE⟩"),
  ]) func `what cannot be seen is shown`(text: String, shown: String) { #expect(text.madeVisible() == shown) }

  @Test(arguments: ["Home", "👨‍👩‍👧 Family", "❤️", "1️⃣ First", "می‌خواهم", "क्‍ष", "Grüße", "日本語", "a b"])
  func `names of every script stay as they are`(text: String) { #expect(text.madeVisible() == text) }

  @Test(arguments: [
    ("tab ##[set-env name=PATH]/x", "tab #⟨U+0023⟩[set-env name=PATH]/x"),
    ("##vso[task.complete]", "#⟨U+0023⟩vso[task.complete]"),
    ("::set-env name=A::b", "⟨U+003A⟩⟨U+003A⟩set-env name=A::b"), ("x\n  ::stop", "x\n  ⟨U+003A⟩⟨U+003A⟩stop"),
    ("a::b", "a::b"), ("# one #", "# one #"),
    ("###", "#⟨U+0023⟩⟨U+0023⟩"),
  ]) func `commands of CI systems are broken`(text: String, broken: String) {
    #expect(text.withoutJobCommands == broken)
    #expect(!String.json([text]).contains("##"))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), (" =1+1", "' =1+1"), ("\u{A0}=1+1", "'\u{A0}=1+1"), ("＝1+1", "'＝1+1"), ("\n=1", "'\n'=1"),
    ("\tx", "'\tx"), ("a;=1+1", "a;'=1+1"),
    ("a\t-1", "a\t'-1"), ("a=b", "a=b"), ("Home", "Home"), ("a-b; c", "a-b; c"), ("-", "'-"),
    ("a\u{1B}b", "a⟨U+001B⟩b"), ("a\nb", "a\nb"), ("", ""),
  ]) func `a cell is text to spreadsheets`(text: String, cell: String) { #expect(text.asCell == cell) }
}
