/// Why there is no picture.
struct NoPicture: Error {
  let reason: Document.Text

  init(_ reason: Document.Text) { self.reason = reason }
}
