/// What a word of a log may mean.
package enum Concept: String, CaseIterable, Sendable {
  // Things that are touched or shown.
  case tab, menu, more, item, back, screen, modal, gesture, button, link, app, badge, orientation, root, detail
  // What happens to them.
  case view, select, open, close, launch, background, edit, hide
  // Certainly not navigation.
  case business
  // Contents of a property or column.
  case user, time, date, event, session, label, container, origin, kind, platform, version, device, locale, outcome, level, id
}
