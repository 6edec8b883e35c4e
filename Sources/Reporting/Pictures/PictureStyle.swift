/// The style of the parts of pictures; the same in a page and in a separate file.
enum PictureStyle {
  static let source: StaticString = """
    .t{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;font-size:13px}
    .t.small{font-size:11.5px}
    .t.strong{font-weight:600}
    .own{unicode-bidi:isolate}
    .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .thin{fill:none;stroke-width:1}
    .whisker{fill:none;stroke-width:1.5}
    .rim{fill:none;stroke-width:3.5;opacity:.75}
    .dash{stroke-dasharray:5 4}
    .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
    .flow{opacity:.38}
    .flow:hover{opacity:.8}
    .edge{stroke-width:1}

    """

  /// The style of a standalone picture.
  static let alone = element("style") {
    Markup(verbatim: source)
    Markup(.picture)
  }
}
