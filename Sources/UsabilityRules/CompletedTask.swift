import Measures
import NavigationModel

/// A declared task with a completed try.
struct CompletedTask {
  let name: String
  let task: TaskNames
  let cell: TaskCell
  let way: RightWay
}
