import Foundation

/// What an app has to offer although people need it once, in trouble, or never: law, credits, leaving an account,
/// emergencies. That hardly anybody uses it is no flaw. No event of a log tells it from what nobody finds, but its name
/// does.
enum RarelyNeeded {
  /// Words in lower case, without diacritics, in the languages of the lists for drafts; `*` stands for any ending.
  ///
  /// Sources: what the settings of iOS and Android, in their localized versions, hold below *Legal* and *Account*.
  private static let terms = """
    legal, licen*, imprint, privacy, gdpr, disclaimer*, copyright, acknowledg*, attribution*, open source, terms
    cookie*, about, sign out, signout, log out, logout, log off, delete account, delete my account, close account
    emergency, sos, lost card, stolen*, complaint*
    impressum, rechtlich*, datenschutz*, nutzungsbedingung*, agb, lizenz*, haftung*, widerruf*, abmeld*, auslogg*
    uber uns, uber die app, konto losch*, notfall*, kartenverlust
    mentions legales, confidentialite, conditions generales, conditions d utilisation, cgu, cgv, a propos, deconnexion
    se deconnecter, supprimer le compte
    aviso legal, privacidad, terminos, condiciones, cerrar sesion, acerca de, eliminar cuenta
    note legali, termini, informativa, disconnett*, esci, informazioni su
    privacidade, termos, terminar sessao, sair, sobre, excluir conta
    voorwaarden, uitlogg*, colofon, over ons
    лиценз*, конфиденциальн*, соглашени*, о приложении, выйти, выход
    gizlilik, kosullar*, lisans*, cikis, hakkinda
    ライセンス, 利用規約, プライバシ, ログアウト, 特定商取引, このアプリについて
    隐私, 许可, 退出登录, 关于, 条款, 法律
    개인정보, 약관, 라이선스, 로그아웃
    """
    .split { $0 == "," || $0 == "\n" }.map { term in
      let term = term.trimmingCharacters(in: .whitespaces).folding(options: .diacriticInsensitive, locale: nil)
      let isSpaced = term.unicodeScalars.first.map { $0.value < 0x3000 } ?? true
      return isSpaced ? " " + (term.last == "*" ? String(term.dropLast()) : term + " ") : term
    }

  /// Whether a name holds one of the words; in scripts without spaces, anywhere.
  static func contains(_ name: String) -> Bool {
    let words = words(of: name)
    return terms.contains { words.contains($0) }
  }

  /// ` legal notice ` for `LegalNotice`, `legal_notice` and `Legal notice`.
  private static func words(of name: String) -> String {
    var words = " "
    var wasLower = false
    for character in name.folding(options: .diacriticInsensitive, locale: nil) {
      if words.last != " ", !character.isLetter || character.isUppercase && wasLower { words += " " }
      if character.isLetter { words += character.lowercased() }
      wasLower = character.isLowercase
    }
    return words + " "
  }
}
