/// Kinds of pictures. To add one, add a file with its drawing, and a line here.
struct PictureKind: Sendable {
  let name: String
  /// Whether a page shows it unfolded.
  var isLeading = false
  let draw: @Sendable (AuditContents) throws(NoPicture) -> Document.Picture

  static let all = [depth, hierarchy, tabBar, switches, menuItems, discovery, flows, trend]
}
