import Measures
import NavigationModel
import Testing

@Suite struct MenuPlatformsTests {
  @Test func `Openings by menu and platform, with all users of the platform`() throws {
    let trace = """
      @platform=ios Home menu menu! menu:A & Home menu:A & Home * 2
      @platform=ios Home menu/side:B * 1
      @platform=ios Home * 3
      @platform=android Home menu menu! * 4
      Home menu!
      """
    for log in try Folded<MenuPlatforms>.everyWay(trace) {
      let opens = { (menu: String, platform: String) in
        log.measure.opens[.init(log.name(menu), log.name(platform))].map { [$0.count, $0.users, $0.sessions] }
      }
      #expect(
        opens("menu", "ios") == [6, 2, 4] && opens("side", "ios") == [1, 1, 1] && opens("menu", "android") == [4, 4, 4])
      #expect(opens("side", "android") == nil && opens("menu", "") == nil)
      #expect(
        log.measure.platforms[log.name("ios")]?.users == 6 && log.measure.platforms[log.name("android")]?.users == 4)
      #expect(log.measure.platforms[.unknown]?.users == 1)
    }
  }
}
