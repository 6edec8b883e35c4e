/// Masks names that look like personal data: e-mail addresses, phone numbers, and tokens such as ids, keys and card numbers.
///
/// It checks each new name once, before the name is stored anywhere, and replaces only the matching part: `Profile/ann@example.com`
/// becomes `Profile/[e-mail]`. ``PersonalData`` has the patterns.
package struct NameMask {
  /// `screen_names` is applied before masking: its patterns are written for unmasked names.
  private let rules: ScreenNameRules

  /// The mask for the log of an app; nil if its map turns masking off.
  package init?(_ map: AppMap) {
    guard map.masksNames else { return nil }
    rules = ScreenNameRules(map)
  }

  /// The masked name; nil if it needs no masking.
  package func masked(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    guard let masked = PersonalData.masked(name, PersonalData.allCases) else { return nil }
    guard let folded = rules.rewrite(String(decoding: name, as: UTF8.self)) else { return masked }
    return PersonalData.masked(folded) ?? folded
  }
}
