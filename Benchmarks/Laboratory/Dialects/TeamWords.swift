/// The words that teams use in their logs, by language: a dialect draws its event names, properties and columns from it. It was written from how
/// teams talk about their apps, independently of the product's table of terms.
struct TeamWords: Sendable {
  let language: String
  private let words: [String: [String]]

  subscript(concept: String) -> [String] { words[concept] ?? [] }

  static let all: [TeamWords] = table.split(separator: "\n\n").map { block in
    let lines = block.split(separator: "\n").map(String.init)
    var words: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      words[String(parts[0])] = parts[1].split(separator: ",").map { $0.trimmingPrefix(" ").description }
    }
    return TeamWords(language: lines[0], words: words)
  }

  /// Spaces separate the parts of a name; a naming style joins them.
  private static let table = """
    en
    tab: tab, bottom nav, tab bar item, bottom tab, nav tab
    menu: menu, drawer, side menu, hamburger, nav drawer
    more: more, more list, more tab
    item: item, entry, option, row
    back: back, back button, go back, nav back
    screen: screen, page, view
    view: viewed, shown, displayed, appeared, visited
    select: tapped, clicked, selected, pressed, tap, click, chosen
    open: opened, expanded, open, shown
    close: closed, dismissed, close, collapsed
    modal: modal, dialog, sheet, popup
    gesture: gesture, swipe gesture
    button: button, cta, control
    link: deep link, universal link, push notification
    app: app, application
    launch: opened, launched, started
    background: backgrounded, to background, sent to background
    interaction: ui interaction, interaction, user action, nav event, ui event
    element: element, component, element type, area, control type, location
    action: action, verb, op, interaction type
    label: label, item name, name, title, value, text
    screenname: screen name, screen, page name, current screen
    container: menu, menu name, container
    user: user id, uid, participant, device id, account, visitor
    time: timestamp, time, event time, occurred at, ts
    event: event, event name, action, activity, event type
    session: session id, session, visit id
    content: Home, Search, Orders, Profile, Feed, Messages, Offers, Settings, Wallet, Library, Help, News, Favorites, Map, Calendar, Cart, Details, Reviews, Photos, Payment, History, Contacts, Support, Rewards, Stores, Videos, Friends, Account, Downloads, Alerts

    es
    tab: pestaña, pestana, barra inferior, tab
    menu: menú, menu lateral, menu, cajón
    more: más, mas opciones
    item: opción, elemento, opcion
    back: volver, atrás, atras, regresar
    screen: pantalla, página, vista
    view: vista, mostrada, visitada, abierta
    select: pulsada, seleccionada, tocada, clic, elegida
    open: abierto, abrir, desplegado
    close: cerrado, cerrar
    modal: ventana modal, diálogo, hoja
    gesture: gesto
    button: botón, boton
    link: enlace profundo, notificación
    app: app, aplicación
    launch: abierta, iniciada, inicio
    background: segundo plano, en segundo plano
    interaction: interacción, accion usuario, evento ui
    element: elemento, componente, zona
    action: acción, accion, tipo accion
    label: etiqueta, nombre, destino, texto
    screenname: pantalla, nombre pantalla, página
    container: menú, contenedor
    user: usuario, id usuario, participante, cuenta
    time: fecha, hora, marca de tiempo, fecha hora
    event: evento, acción, nombre evento
    session: sesión, id sesión
    content: Inicio, Buscar, Pedidos, Perfil, Mensajes, Ofertas, Ajustes, Cartera, Biblioteca, Ayuda, Noticias, Favoritos, Mapa, Calendario, Carrito, Detalle, Opiniones, Fotos, Pago, Historial, Contactos, Soporte, Premios, Tiendas, Amigos, Cuenta, Descargas, Alertas

    pt
    tab: aba, guia, barra inferior
    menu: menu, menu lateral, gaveta
    more: mais, mais opções
    item: item, opção, opcao
    back: voltar, retornar
    screen: tela, página, ecrã
    view: visualizada, exibida, vista
    select: tocada, clicada, selecionada, clique, escolhido
    open: aberto, abrir
    close: fechado, fechar
    modal: janela modal, diálogo
    gesture: gesto
    button: botão, botao
    link: link profundo, notificação
    app: app, aplicativo
    launch: aberto, iniciado
    background: segundo plano
    interaction: interação, interacao, acao usuario
    element: elemento, componente, área
    action: ação, acao
    label: rótulo, nome, destino, texto
    screenname: tela, nome da tela
    container: menu
    user: usuário, usuario, id usuario, participante, utilizador
    time: data, data hora, horário, carimbo
    event: evento, ação, nome evento
    session: sessão, id sessao
    content: Início, Buscar, Pedidos, Perfil, Mensagens, Ofertas, Ajustes, Carteira, Biblioteca, Ajuda, Notícias, Favoritos, Mapa, Agenda, Carrinho, Detalhe, Avaliações, Fotos, Pagamento, Histórico, Contatos, Suporte, Prêmios, Lojas, Amigos, Conta, Alertas

    fr
    tab: onglet, barre onglets
    menu: menu, menu latéral, tiroir, volet
    more: plus, autres
    item: élément, option, entrée
    back: retour, revenir, précédent
    screen: écran, page, vue
    view: vu, affiché, consulté
    select: touché, sélectionné, cliqué, clic, appuyé
    open: ouvert, ouverture, déployé
    close: fermé, fermeture
    modal: fenêtre modale, dialogue, feuille
    gesture: geste
    button: bouton
    link: lien profond, notification
    app: app, application
    launch: ouverte, lancée, démarrage
    background: arrière plan
    interaction: interaction, action utilisateur
    element: élément, composant, zone
    action: action, type action
    label: libellé, nom, cible, texte
    screenname: écran, nom écran, page
    container: menu
    user: utilisateur, id utilisateur, participant, compte
    time: horodatage, date, heure, date heure
    event: évènement, événement, action, nom evenement
    session: session, id session
    content: Accueil, Recherche, Commandes, Profil, Messages, Offres, Réglages, Portefeuille, Bibliothèque, Aide, Actualités, Favoris, Carte, Agenda, Panier, Détail, Avis, Photos, Paiement, Historique, Contacts, Assistance, Récompenses, Magasins, Amis, Compte, Alertes

    de
    tab: tab, reiter, registerkarte, tableiste
    menu: menü, seitenmenü, menue, hamburgermenü
    more: mehr, weitere
    item: eintrag, punkt, element
    back: zurück, zurueck
    screen: seite, bildschirm, ansicht, maske
    view: angezeigt, gesehen, aufgerufen, geöffnet
    select: getippt, gewählt, geklickt, ausgewählt, angetippt, gedrückt
    open: geöffnet, öffnen, aufgeklappt
    close: geschlossen, schließen, zugeklappt
    modal: dialog, modal, popup
    gesture: geste
    button: knopf, schaltfläche, button
    link: deeplink, benachrichtigung
    app: app, anwendung
    launch: gestartet, geöffnet, start
    background: hintergrund, im hintergrund
    interaction: interaktion, nutzeraktion, bedienung
    element: element, bereich, komponente
    action: aktion, vorgang
    label: bezeichnung, name, ziel, beschriftung, wert
    screenname: seite, bildschirm, ansicht
    container: menü
    user: nutzer, benutzer, teilnehmer, geräte id, proband, vpn
    time: zeit, zeitstempel, zeitpunkt, datum
    event: ereignis, aktion, vorgang
    session: sitzung, sitzungs id
    content: Start, Suche, Bestellungen, Profil, Nachrichten, Angebote, Einstellungen, Geldbörse, Bibliothek, Hilfe, Neues, Favoriten, Karte, Kalender, Warenkorb, Detail, Bewertungen, Fotos, Zahlung, Verlauf, Kontakte, Service, Prämien, Filialen, Freunde, Konto, Hinweise

    it
    tab: scheda, tab, barra schede
    menu: menu, menu laterale, cassetto
    more: altro
    item: voce, elemento, opzione
    back: indietro, torna indietro
    screen: schermata, pagina, schermo
    view: visualizzata, mostrata, vista
    select: toccata, selezionata, cliccata, premuta, scelta
    open: aperto, apri, apertura
    close: chiuso, chiudi, chiusura
    modal: finestra modale, dialogo
    gesture: gesto
    button: pulsante, bottone
    link: deep link, notifica
    app: app, applicazione
    launch: aperta, avviata, avvio
    background: background, in secondo piano
    interaction: interazione, azione utente
    element: elemento, componente, area
    action: azione
    label: etichetta, nome, destinazione, testo
    screenname: schermata, nome schermata, pagina
    container: menu
    user: utente, id utente, partecipante
    time: data ora, orario, data, momento
    event: evento, azione
    session: sessione, id sessione
    content: Inizio, Cerca, Ordini, Profilo, Messaggi, Offerte, Impostazioni, Portafoglio, Libreria, Aiuto, Notizie, Preferiti, Mappa, Calendario, Carrello, Dettaglio, Recensioni, Foto, Pagamento, Cronologia, Contatti, Assistenza, Premi, Negozi, Amici, Conto, Avvisi

    ru
    tab: вкладка, таб, vkladka, tab
    menu: меню, боковое меню, menu
    more: ещё, еще
    item: пункт, элемент, punkt
    back: назад, nazad, возврат
    screen: экран, страница, ekran
    view: показан, открыт, просмотр, prosmotr
    select: нажата, выбрана, нажатие, nazhatie, выбор
    open: открыто, открытие, otkryto
    close: закрыто, закрытие, zakryto
    modal: модальное окно, диалог
    gesture: жест
    button: кнопка, knopka
    link: диплинк, уведомление
    app: приложение, app
    launch: запущено, открыто, запуск
    background: свёрнуто, фон, в фоне
    interaction: взаимодействие, действие пользователя
    element: элемент, компонент, область
    action: действие, операция
    label: название, цель, подпись, имя
    screenname: экран, имя экрана
    container: меню
    user: пользователь, участник, id пользователя
    time: время, дата, метка времени
    event: событие, действие
    session: сессия, сеанс
    content: Главная, Поиск, Заказы, Профиль, Сообщения, Акции, Настройки, Кошелёк, Библиотека, Помощь, Новости, Избранное, Карта, Календарь, Корзина, Детали, Отзывы, Фото, Оплата, История, Контакты, Поддержка, Бонусы, Магазины, Друзья, Счёт

    tr
    tab: sekme, alt menü sekmesi, tab
    menu: menü, yan menü, çekmece
    more: daha fazla, diğer
    item: öğe, seçenek, madde
    back: geri, geri dön
    screen: ekran, sayfa
    view: görüntülendi, gösterildi, açıldı
    select: tıklandı, seçildi, dokunuldu, basıldı
    open: açıldı, aç, açık
    close: kapandı, kapatıldı
    modal: modal, iletişim kutusu, pencere
    gesture: hareket, jest
    button: düğme, buton
    link: derin bağlantı, bildirim
    app: uygulama
    launch: açıldı, başlatıldı
    background: arka plan, arka plana alındı
    interaction: etkileşim, kullanıcı eylemi
    element: öğe, bileşen, alan
    action: eylem, işlem
    label: etiket, ad, hedef, başlık
    screenname: ekran, ekran adı, sayfa
    container: menü
    user: kullanıcı, katılımcı, kullanıcı no
    time: zaman, tarih, zaman damgası
    event: olay, eylem, etkinlik
    session: oturum, oturum no
    content: Anasayfa, Arama, Siparişler, Profil, Mesajlar, Fırsatlar, Ayarlar, Cüzdan, Kitaplık, Yardım, Haberler, Favoriler, Harita, Takvim, Sepet, Detay, Yorumlar, Fotoğraflar, Ödeme, Geçmiş, Kişiler, Destek, Ödüller, Mağazalar, Arkadaşlar, Hesap

    ja
    tab: タブ, 下部タブ, tab
    menu: メニュー, サイドメニュー, ドロワー
    more: その他, もっと見る
    item: 項目, アイテム
    back: 戻る, 戻るボタン
    screen: 画面, ページ
    view: 表示, 閲覧
    select: タップ, 選択, 押下, クリック
    open: 開く, オープン, 展開
    close: 閉じる, クローズ
    modal: モーダル, ダイアログ
    gesture: ジェスチャー
    button: ボタン
    link: ディープリンク, 通知
    app: アプリ
    launch: 起動, 開始
    background: バックグラウンド, バックグラウンド移行
    interaction: 操作, ユーザー操作
    element: 要素, 部品, エリア
    action: アクション, 動作
    label: ラベル, 名前, 対象
    screenname: 画面名, 画面
    container: メニュー
    user: ユーザー, ユーザーID, 参加者
    time: 日時, 時刻, タイムスタンプ
    event: イベント, アクション, イベント名
    session: セッション, セッションID
    content: ホーム, 検索, 注文, プロフィール, メッセージ, 特典, 設定, ウォレット, 本棚, ヘルプ, ニュース, お気に入り, 地図, カレンダー, カート, 詳細, レビュー, 写真, 支払い, 履歴, 連絡先, サポート, ポイント, 店舗, 友達, 口座

    zh
    tab: 标签, 底部导航, 选项卡, tab
    menu: 菜单, 侧边栏, 抽屉
    more: 更多
    item: 项, 选项, 菜单项
    back: 返回, 后退
    screen: 页面, 屏幕, 界面
    view: 浏览, 展示, 访问
    select: 点击, 选择, 点选, 切换
    open: 打开, 展开
    close: 关闭, 收起
    modal: 弹窗, 对话框
    gesture: 手势
    button: 按钮
    link: 深度链接, 推送
    app: 应用, App
    launch: 启动, 打开
    background: 后台, 进入后台
    interaction: 交互, 用户操作
    element: 元素, 组件, 区域
    action: 动作, 操作
    label: 标题, 名称, 目标
    screenname: 页面名称, 页面
    container: 菜单
    user: 用户, 用户ID, 参与者
    time: 时间, 时间戳, 日期
    event: 事件, 行为, 事件名
    session: 会话, 会话ID
    content: 首页, 搜索, 订单, 我的, 消息, 优惠, 设置, 钱包, 书架, 帮助, 新闻, 收藏, 地图, 日历, 购物车, 详情, 评价, 照片, 支付, 历史, 联系人, 客服, 积分, 门店, 好友, 账户

    ko
    tab: 탭, 하단탭, tab
    menu: 메뉴, 사이드메뉴, 드로어
    more: 더보기
    item: 항목, 아이템
    back: 뒤로, 뒤로가기
    screen: 화면, 페이지
    view: 조회, 표시, 노출
    select: 선택, 클릭, 탭함, 누름
    open: 열기, 열림, 펼침
    close: 닫기, 닫힘
    modal: 모달, 팝업
    gesture: 제스처
    button: 버튼
    link: 딥링크, 알림
    app: 앱
    launch: 실행, 시작
    background: 백그라운드, 백그라운드 전환
    interaction: 상호작용, 사용자 동작
    element: 요소, 영역, 컴포넌트
    action: 동작, 행동
    label: 라벨, 이름, 대상
    screenname: 화면명, 화면
    container: 메뉴
    user: 사용자, 사용자ID, 참가자
    time: 시간, 일시, 타임스탬프
    event: 이벤트, 동작, 이벤트명
    session: 세션, 세션ID
    content: 홈, 검색, 주문, 프로필, 메시지, 혜택, 설정, 지갑, 서재, 도움말, 뉴스, 즐겨찾기, 지도, 캘린더, 장바구니, 상세, 리뷰, 사진, 결제, 내역, 연락처, 고객센터, 포인트, 매장, 친구, 계좌
    """
}
