import EventLogs
import Foundation
import NavigationModel

/// Counts of the words in events.
package struct WordCounts {
  package private(set) var users = 0
  package private(set) var kinds = [Int](repeating: 0, count: EventKind.allCases.count)
  package private(set) var screens: Set<Name> = []
  package private(set) var tabs: [Name: Int] = [:]
  package private(set) var moreItems: [Name: Int] = [:]
  package private(set) var menus: [Name: [Name: Int]] = [:]
  /// The first and the last event, microseconds since 1970.
  package private(set) var times: ClosedRange<Int64>?

  package init() {}

  package mutating func addUser() { users += 1 }

  package mutating func add(_ event: Event) {
    kinds[Int(event.kind.rawValue)] += 1
    times = min(times?.lowerBound ?? event.time, event.time)...max(times?.upperBound ?? event.time, event.time)
    if event.screen.isKnown { screens.insert(event.screen) }
    guard event.target.isKnown else { return }
    switch event.kind {
    case .tabSelect: tabs[event.target, default: 0] += 1
    case .moreSelect: moreItems[event.target, default: 0] += 1
    case .menuSelect: menus[event.container.isKnown ? event.container : .menu, default: [:]][event.target, default: 0] += 1
    default: break
    }
  }
}

/// The words of a log: events by kind, screens, and what was chosen.
package struct LogWords {
  package private(set) var kinds: [(kind: EventKind, count: Int)] = []
  package private(set) var unknown: [(word: String, count: Int)] = []
  package private(set) var otherUnknown = 0
  package private(set) var users = 0
  /// All screen names, in text order.
  package private(set) var screens: [String] = []
  /// Chosen tabs, More items and menu items, the most common first.
  package private(set) var tabs: [String] = []
  package private(set) var moreItems: [String] = []
  package private(set) var menus: [(name: String, items: [String])] = []

  /// Empty, for a log that was not read.
  package init() {}

  package init(_ counts: WordCounts, _ unknownEvents: UnknownEvents, _ names: Names) {
    let (kindCounts, screens, tabs, moreItems, menus) = (counts.kinds, counts.screens, counts.tabs, counts.moreItems, counts.menus)
    func commonestFirst(_ counts: [Name: Int]) -> [String] {
      counts.sorted { ($1.value, names.rank($0.key)) < ($0.value, names.rank($1.key)) }.map { names[$0.key] }
    }
    kinds = EventKind.allCases.filter { $0 != .other && kindCounts[Int($0.rawValue)] > 0 }.map { ($0, kindCounts[Int($0.rawValue)]) }
      .sorted { ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue) }
    users = counts.users
    // A word with personal data would end up in the map.
    unknown = unknownEvents.commonestFirst.filter { PersonalData.masked($0.word) == nil }
    otherUnknown = unknownEvents.others + unknownEvents.commonestFirst.reduce(0) { $0 + $1.count } - unknown.reduce(0) { $0 + $1.count }
    self.screens = names.ordered(screens).map { names[$0] }
    self.tabs = commonestFirst(tabs)
    self.moreItems = commonestFirst(moreItems)
    self.menus = names.ordered(menus.keys).map { (names[$0], commonestFirst(menus[$0, default: [:]])) }
  }
}

/// The words of a name and their concepts.
package struct NameWords: Sendable {
  /// In lower case, without diacritics of Latin letters.
  package let words: [String]
  package let concepts: Set<Concept>

  package init(_ name: String) {
    words = Self.words(of: name)
    concepts = TermIndex.shared.concepts(of: words)
  }

  /// `navTabClicked`, `nav_tab_clicked` and `Nav Tab Clicked` are `nav`, `tab`, `clicked`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    func end() {
      if !word.isEmpty { words.append(fold(word)) }
      word = ""
    }
    let letters = Array(name.precomposedStringWithCanonicalMapping)
    for (index, letter) in letters.enumerated() {
      let startsWord = letter.isUppercase && (wasLower || (index + 1 < letters.count && letters[index + 1].isLowercase && !word.isEmpty))
      if !letter.isLetter || startsWord { end() }
      if letter.isLetter { word.append(letter) }
      wasLower = letter.isLowercase
    }
    end()
    return words
  }

  /// What a name says was shown, without the words for showing and for screens: `Main` of `MainScreenAppear`; nil if nothing is left.
  static func subject(of name: String) -> String? {
    var pieces: [Range<String.Index>] = []
    var start: String.Index?
    var wasLower = false
    for index in name.indices {
      let letter = name[index]
      let isInside = letter.isLetter || letter.isNumber
      if !isInside || (letter.isUppercase && wasLower), let begun = start {
        pieces.append(begun..<index)
        start = nil
      }
      if isInside, start == nil { start = index }
      wasLower = letter.isLowercase
    }
    if let start { pieces.append(start..<name.endIndex) }
    func isFrame(_ piece: Range<String.Index>) -> Bool {
      let concepts = TermIndex.shared.concepts(of: words(of: String(name[piece])))
      return !concepts.isDisjoint(with: [.view, .open, .screen])
    }
    while let first = pieces.first, isFrame(first) { pieces.removeFirst() }
    while let last = pieces.last, isFrame(last) { pieces.removeLast() }
    guard let first = pieces.first, let last = pieces.last else { return nil }
    return String(name[first.lowerBound..<last.upperBound])
  }

  /// Lower case, without diacritics of Latin letters. Kana and Hangul keep theirs, which make a different letter.
  static func fold(_ word: String) -> String {
    let lower = word.lowercased().replacing("ı", with: "i").replacing("ё", with: "е").replacing("ß", with: "ss").replacing("\u{307}", with: "")
    guard lower.unicodeScalars.allSatisfy({ $0.value < 0x250 }) else { return lower }
    return lower.folding(options: .diacriticInsensitive, locale: nil)
  }

  /// A text for comparison: only letters and digits, in lower case.
  static func key(_ text: String) -> String { String(fold(text).unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }) }
}

/// Finds terms in the words of names.
private struct TermIndex: Sendable {
  static let shared = TermIndex()

  private var exact: [String: [Concept]] = [:]
  private var beginnings: [(text: String, concept: Concept)] = []
  private var several: [(words: [String], concept: Concept)] = []
  private var anywhere: [(text: String, concept: Concept)] = []

  private init() {
    for (concept, terms) in Terms.table {
      for term in terms.split(whereSeparator: \.isWhitespace).map(String.init) {
        if Self.hasNoSpaces(term) {
          anywhere.append((term.replacing("*", with: ""), concept))
        } else if term.contains("_") {
          several.append((term.replacing("*", with: "").split(separator: "_").map { NameWords.fold(String($0)) }, concept))
          exact[NameWords.fold(term.replacing("_", with: "").replacing("*", with: "")), default: []].append(concept)
        } else if term.hasSuffix("*") {
          beginnings.append((NameWords.fold(String(term.dropLast())), concept))
        } else {
          exact[NameWords.fold(term), default: []].append(concept)
        }
      }
    }
    anywhere.sort { ($1.text.count, $0.text) < ($0.text.count, $1.text) }
  }

  /// Han, kana and Hangul are written without spaces, or with spaces that mean little.
  private static func hasNoSpaces(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value >= 0x1100 } }

  func concepts(of words: [String]) -> Set<Concept> {
    var found: Set<Concept> = []
    for word in words {
      found.formUnion(exact[word] ?? [])
      for beginning in beginnings where word.hasPrefix(beginning.text) { found.insert(beginning.concept) }
    }
    for term in several where words.count >= term.words.count {
      for start in 0...(words.count - term.words.count) where zip(term.words, words[start...]).allSatisfy({ $1.hasPrefix($0) }) { found.insert(term.concept) }
    }
    let all = words.joined()
    if Self.hasNoSpaces(all) {
      // The longest terms first: parts of a matched term do not count.
      var rest = all
      for term in anywhere where rest.contains(term.text) {
        for other in anywhere where other.text == term.text { found.insert(other.concept) }
        rest = rest.replacing(term.text, with: " ")
      }
    }
    return found
  }
}

/// What a word of a log may mean.
package enum Concept: String, CaseIterable, Sendable {
  // Things that are touched or shown.
  case tab, menu, more, item, back, screen, modal, gesture, button, link, app, badge, orientation, root, detail
  // What happens to them.
  case view, select, open, close, launch, background, edit, hide
  // Certainly not navigation.
  case business
  // Contents of a property or column.
  case user, time, date, event, session, label, container, origin, kind, platform, version, device, locale, outcome, level, id, variant
}

/// The terms for each ``Concept``, in English and the ten most spoken languages of app teams.
///
/// Sources: the localized terminology of Apple's Human Interface Guidelines and of UIKit's own strings, the localized Material Design guidelines, the
/// Microsoft Terminology Collection (https://learn.microsoft.com/globalization/reference/microsoft-terminology), and the event names in the
/// documentation of Segment, Amplitude, Mixpanel, PostHog, Google Analytics, Snowplow and Matomo.
///
/// A term ending in `*` matches all words with that prefix; a term of several words matches all of them in that order; terms in scripts without spaces
/// match anywhere. Latin letters are without diacritics.
enum Terms {
  static let table: [(concept: Concept, terms: String)] = [
    (
      .tab,
      """
      tab tabs tabbar tabitem tabbaritem bottom_nav bottom_navigation bottomnav bottom_bar bottombar bottomtab navbar_item nav_bar_item
      pestana* barra_inferior barra_de_pestanas aba abas guia* separador* onglet* barre_d_onglets barre_onglets registerkarte* reiter tableiste* tableist*
      navigationsleiste* schede scheda barra_schede barra_di_schede вкладк* таб табы таббар vkladk* sekme* タブ 标签* 标签栏 选项卡 底部导航 底部菜单栏 分頁 탭 하단탭
      """
    ),
    (
      .menu,
      """
      menu menus drawer* hamburger* sidebar side_bar side_menu sidemenu navdrawer sandwich burger flyout menubar
      menuitem* menupunkt* menueintrag* menuoption* cajon* menulateral gaveta* tiroir* volet menue* seitenmenu* schublade hamburgermenu* cassetto menulaterale меню боковое_меню menyu yan_menu cekmece*
      メニュー ドロワー サイドバー 菜单 侧边栏 侧栏 抽屉 選單 메뉴 드로어 사이드바
      """
    ),
    (
      .more,
      """
      more overflow more_list more_tab mas mas_opciones mais mais_opcoes plus plus_d_options autres mehr weitere* altro altri еще
      eshche daha_fazla diger もっと その他 更多 더보기
      """
    ),
    (
      .item,
      """
      item items entry entries option options row rows cell choice menuitem opcion* elemento* elementos opcao opcoes element eintrag* punkt* menupunkt* eintraege
      entree* voce voci opzion* пункт* элемент* punkt oge* secenek* madde* 項目 アイテム 选项 菜单项 条目 항목 아이템
      """
    ),
    (
      .back,
      """
      back backpress* backbutton navigateup navigate_up go_back goback return pop popped previous volver volvio atras regres* voltar voltou retorn* retour* revenir
      precedent* zuruck zurueck indietro назад nazad возврат* вернут* geri 戻る 戻っ 返回 后退 上一页 뒤로 이전
      """
    ),
    (
      .screen,
      """
      screen* page pages pageview* screenview* scr route routes viewcontroller fragment activity destination pantalla* pagina* vista tela* ecra* ecran* page seite* bildschirm*
      ansicht* maske* schermat* schermo экран* страниц* ekran* sayfa* 画面 ページ スクリーン 页面 屏幕 界面 頁面 화면 페이지
      """
    ),
    (
      .modal,
      """
      modal* dialog* dialogue* sheet* popup* pop_up popover bottomsheet alert overlay ventana* ventana_modal dialogo* hoja janela* fenetre* feuille* fenster
      finestra* модал* диалог* окно pencere* iletisim_kutusu モーダル ダイアログ ポップアップ 弹窗 对话框 弹出 彈窗 모달 팝업 대화상자
      """
    ),
    (
      .gesture,
      "gesture* swipe* swiped pinch* longpress* long_press* panned pull_to_refresh pull_refresh gesto* geste* gest жест* свайп* jest* hareket* ジェスチャ スワイプ 手势 滑动 제스처 스와이프"
    ),
    (
      .button,
      """
      button* btn cta control icon link_text boton* botao* botoes bouton* knopf* schaltflache* schaltflaeche* pulsant* botton* кнопк* knopk* dugme* buton* ボタン 按钮 按鈕 버튼
      """
    ),
    (
      .link,
      """
      deeplink* deep_link* deep_linked universal_link app_link applink notification_open* push_open* notification* enlace* enlace_profundo notificacion* link_profundo notificac*
      lien_profond benachrichtigung* notifica диплинк* уведомлен* derin_baglanti bildirim* ディープリンク 通知 深度链接 深链 推送 딥링크 알림
      """
    ),
    (.app, "app apps application aplicacion* aplicativo* anwendung* applicazion* приложен* uygulama* アプリ 应用 程序 앱"),
    (.badge, "badge badges badge_count バッジ 角标 배지"),
    (.orientation, "orientation rotat* rotation device_rotat* orientac* rotac* drehung поворот ориентац* 回転 旋转 회전"),
    (.root, "root to_root pop_to_root poptoroot"),
    (.detail, "push pushed drill* drilldown detail_push navigate_forward forward"),
    (
      .view,
      """
      view views viewed shown show shows display* appear* visit* seen impression_screen visible enter entered landed vist* mostrad* visualiz* visitad* exibid* affich* vue vu
      consult* angezeigt* anzeige gesehen aufgerufen* aufruf gezeigt mostrat* показ* просмотр* prosmotr* otkryt_ekran goruntule* gosteril* 表示 閲覧 浏览 展示 访问 显示 조회 표시 노출 보기
      """
    ),
    (
      .select,
      """
      select* tap taps tapped click clicks clicked press pressed choose chosen chose pick picked touch touched switch switched change changed activated hit pulsa* seleccion*
      tocad* toque toca clic clicad* clica elegid* elegir cambi* toc* selecion* clique* escolh* mudou touch* appuy* clique selectionn* choisi* geklickt* klick* getippt* tippen angetippt* gewahlt* gewaehlt*
      ausgewahlt* ausgewaehlt* gedruckt* gedrueckt* auswahl wechsel* gewechselt toccat* tocco seleziona* cliccat* premut* scelt* selezione нажат* нажал* выбор* выбран* выбра* клик* nazhat* vybor*
      tikla* secil* secim* dokun* basil* タップ 選択 クリック 押下 点击 點擊 选择 点选 切换 轻触 선택 클릭 탭함 누름 터치
      """
    ),
    (
      .open,
      """
      open opens opened expand* present* unfold* reveal* abiert* abre abrir abrio desplega* abert* abriu ouvert* ouvr* ouverture deploy* geoffnet* geoeffnet* offnen oeffnen offnung aufgeklappt*
      aperto aperta apri apertura открыт* открыл* otkryt* ac acil* acik acti 開く 開い オープン 展開 打开 展开 開啟 열기 열림 펼침 오픈
      """
    ),
    (
      .close,
      """
      close closes closed dismiss* collaps* cancel* cerrad* cerrar cierre fechad* fechar fechou ferm* geschlossen* schliess* schließen zugeklappt* chius* chiudi закры* zakryt* kapan* kapat*
      閉じる 閉じ クローズ 关闭 收起 關閉 닫기 닫힘 닫음
      """
    ),
    (
      .launch,
      """
      launch* start started starts foreground* resume* become_active iniciad* inicio_app inici* lancee lance* demarr* gestartet* start* avvi* запущ* запуск* baslat* 起動 開始 启动 啟動 실행 시작
      """
    ),
    (
      .background,
      """
      background* backgrounded to_background resign_active suspend* segundo_plano arriere_plan hintergrund* in_secondo_piano secondo_piano фон фоне фоновый свернут* arka_plan* バックグラウンド 后台 後台 백그라운드
      """
    ),
    (.edit, "edit edited reorder* rearrang* customiz* umsortiert* editad*"),
    (.hide, "hide hidden hides ocult* versteckt* cache_barre"),
    (
      .business,
      """
      purchase* ad ads impression* api request* response* error* exception crash* network image* loaded load consent* permission* experiment* like liked share shared rating rate filter*
      cache* product* cart checkout payment order_* video* audio played play search_performed performance perf latency sync* backup* login logout signup sign_up signed register* install* update* heartbeat ping log debug
      invoice* charge* refund* payout* order_placed wishlist coupon* engagement survey* cookie_consent gdpr cmp review_submitted identify add_to_cart
      scroll* refresh* token fetch* download* upload* subscribe* notification_received received delivered compra* anuncio* kauf* achat* error erreur fehler ошибк* 購入 购买 구매 広告 广告 광고
      """
    ),
    (
      .user,
      """
      user* usr uid userid user_id who person player* operator* staff employee* learner* student* pupil* shopper* reader* guest* panelist* tester* cookie*
      actor caller participant* participante* person* visitor* account* member* customer* client_id clientid device_id deviceid subject* respondent* distinct_id anonymous_id installation* install_id
      usuari* utilizador* cuenta conta cliente* utilisateur* compte nutzer* benutzer* teilnehmer* proband* vpn geraete_id gerate_id kunde* konto utent* partecipant* пользовател* участник* polzovatel* kullanic* katilimc* musteri*
      ユーザー ユーザ 利用者 参加者 会員 用户 使用者 参与者 會員 사용자 유저 참가자 회원
      """
    ),
    (
      .time,
      """
      time* timestamp* ts date* datetime occurred* created* created_at logged_at event_time client_time device_time sent_at at when epoch clock fecha* hora* marca_de_tiempo data_hora data_ora data* horario* carimbo*
      horodatage heure* zeit* zeitstempel zeitpunkt datum* uhrzeit orario* momento время метка_времени дата* vremya zaman* tarih* saat 日時 時刻 時間 タイムスタンプ 日付 时间 时间戳 日期 時間戳 시간 일시 타임스탬프 날짜 시각
      """
    ),
    (.date, "date day fecha data datum jour giorno дата tarih 日付 日期 날짜"),
    (
      .event,
      """
      event* event_name eventname action* activity event_type type name what evento* accion* acao acoes evenement* ereignis* aktion* vorgang* evento azion* событи* действи* sobytie olay* eylem* etkinlik* islem* イベント アクション 操作 事件 行为 動作 이벤트 동작 행동
      """
    ),
    (.session, "session* sessionid visit visit_id sesion* sessao sessoes sitzung* sitzungs* sessione* сесси* сеанс* oturum* セッション 会话 會話 세션"),
    (
      .label,
      """
      label* name target* title text value item item_name item_id element_name element_text content_name tab_name tab destination etiqueta* nombre destino* texto titulo* rotulo* nome libelle* nom cible* texte titre
      bezeichnung* ziel* beschriftung* wert titel etichett* destinazion* testo titolo названи* цель подпис* имя etiket ad hedef* baslik* ラベル 名前 対象 名称 标题 目标 文本 標題 라벨 이름 대상 제목
      """
    ),
    (.container, "container* menu menu_name menuname drawer contenedor* conteneur* behalter меню メニュー 菜单 메뉴 menu_id"),
    (.origin, "from source previous* origin* referrer prev* last_screen origen origem vorherige* herkunft предыдущ*"),
    (
      .kind,
      """
      element* component* type element_type control* control_type area zone location position section interaction_type kind category action* verb op operation direction elemento* componente* zona area tipo accion* acao* composant* type_action
      bereich* komponente* typ aktion* элемент* компонент* область тип действи* операци* oge* bilesen* alan tur eylem* islem* 要素 部品 エリア 種類 动作 操作 元素 组件 区域 类型 동작 요소 영역 컴포넌트 유형 행동
      """
    ),
    (.platform, "platform* os os_name operating_system plataforma plattform betriebssystem plateforme piattaforma платформа プラットフォーム 平台 플랫폼"),
    (.version, "app_version appversion version* release build_version version_name versao versione версия バージョン 版本 버전"),
    (.device, "device_type devicetype form_factor device_class device dispositivo gerat geraet appareil устройство 端末 设备 기기"),
    (.locale, "locale language lang idioma sprache langue lingua язык 言語 语言 언어"),
    (.outcome, "outcome result status success blocked resultado ergebnis resultat risultato результат"),
    (.level, "depth level tiefe ebene nivel niveau profundidad"),
    (.variant, "variant* experiment_arm experiment_group experiment_variant arm treatment* ab_group test_group abtest variante* varianta"),
    (.id, "id uuid guid message_id event_id insert_id request_id hash"),
  ]
}
