import Foundation
import NavigationModel
import Testing

@testable import EventLogs

@Suite("Text in other encodings, and times in other notations")
struct TextEncodingTests {
  /// Bytes that arrive a few at a time.
  private final class Drops: ByteStream {
    private var rest: ArraySlice<UInt8>
    private(set) var consumed = 0

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
      let count = min(3, rest.count, buffer.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      consumed += count
      return count
    }
  }

  private func utf8(_ bytes: [UInt8]) throws -> String {
    let stream = TranscodingStream(Drops(bytes), TextEncoding(head: bytes[...], isWhole: true))
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 7)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += buffer[..<count]
    }
  }

  private static let text = "Zeit;Menü 😀\r\n"

  @Test func `UTF-16, either way round, with a mark and without`() throws {
    let little = Self.text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = Self.text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try utf8([0xFF, 0xFE] + little) == Self.text)
    #expect(try utf8([0xFE, 0xFF] + big) == Self.text)
    let ascii = Array("time,user,event,target\n".utf8)
    #expect(try utf8(ascii.flatMap { [$0, 0] }) == "time,user,event,target\n")
  }

  @Test func `Windows-1252 is told by letters that no UTF-8 has`() throws {
    let bytes = Array("Zeit;Men".utf8) + [0xFC] + Array(";n".utf8) + [0xE4] + Array("chste;".utf8)
    #expect(TextEncoding(head: bytes[...], isWhole: true) == .bytes(.windowsCP1252))
    #expect(try utf8(bytes) == "Zeit;Menü;nächste;")
    let dash = Array("EG ".utf8) + [0x96] + Array(" R".utf8) + [0xF6] + Array("mer;".utf8)
    #expect(try utf8(dash) == "EG – Römer;")
    #expect(TextEncoding(head: Array("Menü;x".utf8)[...], isWhole: true) == .utf8)
    // A broken line of JSON stays one.
    #expect(TextEncoding(head: (Array("{\"a\":\"Men".utf8) + [0xFC])[...], isWhole: true) == .utf8)
  }

  @Test(
    arguments: [
      (.bytes(.windowsCP1250), "Menu główne;Przyjęcie towaru;Wybór lokalizacji"),
      (.bytes(.windowsCP1250), "Přehled;Košík;Můj účet;Zaplaceno žádná"),
      (.bytes(.windowsCP1251), "Главная;Корзина;Мои заказы;Оплата;Профиль;Поиск;Настройки;Избранное"),
      (.bytes(.windowsCP1252), "Réservation;Paramètres;Détail d’un élève"),
      (.bytes(.windowsCP1253), "Αρχική;Καλάθι;Παραγγελίες;Πληρωμή;Ρυθμίσεις;Αναζήτηση;Προφίλ;Έξοδος"),
      (.bytes(.windowsCP1254), "Başlangıç;Alışveriş sepeti;Ödeme bilgileri"),
      (.pairs(.gb18030), "首页;商品详情;购物车;我的订单;设置;搜索结果;支付成功;分类"),
      (.pairs(.big5), "首頁;商品詳情;購物車;我的訂單;設定;搜尋結果;付款成功;分類"),
      (.pairs(.windows949), "홈 화면;상품 상세;장바구니;주문 내역;설정;검색 결과;결제 완료"),
      (.pairs(.shiftJIS), "ホーム;商品の詳細;カート;マイページ;お気に入り;検索;注文する;ログイン"),
    ] as [(TextEncoding, String)])
  func `other encodings are told by which of their characters are common`(encoding: TextEncoding, text: String) throws {
    let lines = "time;user;screen\n" + (0..<9).map { "2026-05-04T10:2\($0);u\($0);\(text)\n" }.joined()
    let found: String.Encoding? =
      switch encoding {
      case .bytes(let encoding), .pairs(let encoding): encoding
      case .utf8, .utf16: nil
      }
    let name = try #require(found)
    let bytes = try Array(#require(lines.data(using: name)))
    #expect(TextEncoding(head: bytes[...], isWhole: true) == encoding)
    #expect(try utf8(bytes) == lines)
    #expect(TextEncoding(head: Array(lines.utf8)[...], isWhole: true) == .utf8)
  }

  @Test(
    arguments: [
      ("04.05.2026 10:20:30", TimeNotation(order: .dayFirst), 1_777_890_030_000_000, false),
      ("04.05.2026 10:20:30.123", TimeNotation(order: .dayFirst), 1_777_890_030_123_000, false),
      ("05/04/2026 10:20:30", TimeNotation(order: .monthFirst), 1_777_890_030_000_000, false),
      ("5/4/26 10:20 PM", TimeNotation(order: .monthFirst), 1_777_933_200_000_000, false),
      ("2026/05/04 10:20:30", TimeNotation(order: .yearFirst), 1_777_890_030_000_000, false),
      ("2026-05-04 오후 10:20:30", TimeNotation(order: .yearFirst), 1_777_933_230_000_000, false),
      ("2026-05-04 00:00:00 10:20:30", TimeNotation(order: .yearFirst), 1_777_890_030_000_000, false),
      ("90000000", TimeNotation(epoch: .startMicroseconds), 1_577_836_890_000_000, true),
      ("799582830", TimeNotation(epoch: .apple), 1_777_890_030_000_000, true),
      ("2026-05-04T10:20:30Z", TimeNotation(epoch: .apple), 1_777_890_030_000_000, true),
      ("46146.43090278", TimeNotation(epoch: .spreadsheet), 1_777_890_030_000_000, false),
      ("46146,43090278", TimeNotation(epoch: .spreadsheet), 1_777_890_030_000_000, false),
      ("46146", TimeNotation(epoch: .spreadsheet), 1_777_852_800_000_000, false),
      ("2026-05-04T10:20:30Z", TimeNotation(epoch: .spreadsheet), 1_777_890_030_000_000, true),
    ] as [(String, TimeNotation, Int64, Bool)])
  func `times as a map says they are written`(text: String, notation: TimeNotation, time: Int64, hasZone: Bool) {
    #expect(text.withUTF8Bytes { Timestamp($0, notation) } == .microseconds(time, hasZone: hasZone))
  }

  @Test(arguments: ["31.02.2026 10:00", "10:20:30", "04.05.2026 25:00", "soon"])
  func `what is no time stays none`(text: String) {
    #expect(text.withUTF8Bytes { Timestamp($0, TimeNotation(order: .dayFirst)) } == .unreadable)
  }
}
