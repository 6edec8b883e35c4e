/// Takes out of a log's names what looks like personal data: e-mail addresses, phone numbers, and tokens such as ids, keys and card numbers.
///
/// It works on each new name once, before the name is kept anywhere, and replaces only the part that looks like it: `Profile/ann@example.com`
/// becomes `Profile/[e-mail]`. What it looks for is in ``PersonalData``.
public struct NameMask {
  /// Names that `screen_names` folds are folded before they are masked: its patterns are written for names as they are in the log.
  private let rules: ScreenNameRules

  /// The mask for the log of an app; nil where its map says that names stay as they are.
  public init?(_ map: AppMap) {
    guard map.masksNames else { return nil }
    rules = ScreenNameRules(map)
  }

  /// What is kept of a name; nil where it stays as it is.
  public func masked(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    guard let masked = PersonalData.masked(name, PersonalData.allCases) else { return nil }
    guard let folded = rules.rewrite(String(decoding: name, as: UTF8.self)) else { return masked }
    return PersonalData.masked(folded) ?? folded
  }
}
