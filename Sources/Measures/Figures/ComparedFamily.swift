/// Figures whose differences are adjusted together for how many of them a comparison looks at.
public enum ComparedFamily: String, Sendable, CaseIterable {
  case log, depth, path, tabs, menu, gesture, task, screen
}
