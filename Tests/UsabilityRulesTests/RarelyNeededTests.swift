import Testing

@testable import UsabilityRules

/// What an app has to offer although hardly anybody needs it.
@Suite struct RarelyNeededTests {
  @Test(arguments: [
    "Legal", "Legal notice", "LegalNotice", "legal_notice", "Licences", "Open Source Licenses", "Impressum", "AGB",
    "Mentions légales", "À propos", "Cerrar sesión", "Sign out", "logOut", "About us", "Datenschutzerklärung",
    "Выйти", "利用規約", "개인정보 처리방침", "隐私政策", "Emergency",
  ])
  func `Law, credits, leaving and emergencies`(name: String) { #expect(RarelyNeeded.contains(name)) }

  @Test(arguments: [
    "Export", "Help", "Gift cards", "Tenders", "Illegal", "Roundabout", "Terminal", "Sobremesa", "Blogout", "Signs",
    "Aboutique", "Conditions", "",
  ])
  func `Nothing else`(name: String) { #expect(!RarelyNeeded.contains(name)) }
}
