// Plays recorded back stacks through the Kotlin of InstrumentYourApp.md: `.ci/docs.py kotlin` puts the imports of a file and the snippets before it.
// What stands here of Android is as much as the snippets use.

annotation class Composable
annotation class SuppressLint(val value: String)

interface NavKey
object Home : NavKey
object Orders : NavKey
data class Order(val id: Int) : NavKey
object Tracking : NavKey

fun LaunchedEffect(key: Any?, other: Any?, block: () -> Unit) = block()

open class NavDestination(val route: String?)
class NavGraph : NavDestination(null)
class NavBackStackEntry(val destination: NavDestination)
class Stacks(val recorded: List<List<NavBackStackEntry>>) {
  suspend fun collect(take: suspend (List<NavBackStackEntry>) -> Unit) = recorded.forEach { take(it) }
}
class NavController(val currentBackStack: Stacks)

class FragmentEntry(val name: String?)
class FragmentManager(val entries: MutableList<FragmentEntry> = mutableListOf()) {
  var listener = {}
  val backStackEntryCount get() = entries.size
  fun getBackStackEntryAt(index: Int) = entries[index]
  fun addOnBackStackChangedListener(take: () -> Unit) { listener = take }
}
class MenuItem(val itemId: Int)
class BottomNavigationView(var selectedItemId: Int) {
  var again: (MenuItem) -> Unit = {}
  fun setOnItemReselectedListener(take: (MenuItem) -> Unit) { again = take }
}

class JSONArray(val items: List<String>) {
  override fun toString() = items.joinToString(",", "[", "]") { "\"$it\"" }
}
class JSONObject {
  private val members = mutableListOf<String>()
  fun put(name: String, value: Any?) = apply { if (value != null) members.add("\"$name\":" + if (value is String) "\"$value\"" else "$value") }
  override fun toString() = members.joinToString(",", "{", "}")
}

fun main(arguments: Array<String>) {
  NavigationLog.file = File(arguments[0])
  NavigationLog.user = "u1"
  // Navigation 3: a push, the same once more, a push, a way back of two levels, another tab.
  for ((tab, stack) in listOf(
    "Home" to listOf<NavKey>(Home), "Home" to listOf(Home, Order(7)), "Home" to listOf(Home, Order(7)), "Home" to listOf(Home, Order(7), Tracking),
    "Home" to listOf<NavKey>(Home), "Orders" to listOf<NavKey>(Orders))) LogNavigation(tab, stack)
  // Navigation Compose: below the root of another tab lies the start.
  fun entries(vararg routes: String) = listOf(NavBackStackEntry(NavGraph())) + routes.map { NavBackStackEntry(NavDestination(it)) }
  val played: suspend () -> Unit = {
    logNavigation(NavController(Stacks(listOf(entries("shop.Home"), entries("shop.Home", "shop.Orders"), entries("shop.Home", "shop.Orders", "shop.Order/7")))), setOf("Home", "Orders"))
  }
  played.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
  // Fragments.
  val (manager, bar) = Pair(FragmentManager(), BottomNavigationView(1))
  logNavigation(manager, bar) { if (it == 1) "Home" else "Orders" }
  manager.entries.add(FragmentEntry("Order"))
  manager.listener()
  bar.again(MenuItem(1))
  Thread.sleep(500)
  exitProcess(0)
}
