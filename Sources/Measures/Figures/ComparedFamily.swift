/// Families of figures: a comparison adjusts the p-values of a family for its size.
public enum ComparedFamily: String, Sendable, CaseIterable {
  case log, depth, path, tabs, menu, gesture, task, screen
}
