import API
import Testing

@testable import Dashboard

/// The first page of a pause.
@Suite struct PauseTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    // MARK: What it is about

    @Test func everyMonitoredTargetCanBeChosenAndEverythingIsFirst() throws {
        var world = PauseWorld()
        var off = PauseWorld.target("off", "Switched off", until: nil, blocked: false)
        off.monitored = false
        world.targets.append(off)
        let page = try site.look("pause", world.daemon)
        #expect(page.status == 200)
        #expect(page.has(inOrder: "Everything", "Games", "Shopping", "News"))
        #expect(page.count(#"name="place""#) == 4)
        #expect(!page.has("Switched off"))
        #expect(page.tag(with: #"value="everything""#).contains(" checked"))
        #expect(page.has("blocked until 06:30"))
    }

    @Test func aLinkChoosesATarget() throws {
        let page = try site.look("pause?target=shopping", PauseWorld().daemon)
        #expect(page.tag(with: #"value="target:shopping""#).contains(" checked"))
        #expect(page.count(" checked") == 1)
        let unknown = try site.look("pause?target=gone", PauseWorld().daemon)
        #expect(unknown.tag(with: #"value="everything""#).contains(" checked"))
    }

    @Test func whereNothingIsWatchedThePageLeadsOn() throws {
        var world = PauseWorld()
        world.targets = []
        let page = try site.look("pause", world.daemon)
        #expect(page.status == 200)
        #expect(page.has("Nothing is monitored yet"))
        #expect(page.has(#"href="/s-1/places""#))
        #expect(!page.has("<form"))
    }

    // MARK: Beginning

    @Test func beginningOpensARequestAsAPause() throws {
        let daemon = PauseWorld().daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            .init(request: PauseWorld.request(31))
        }
        #expect(site.follow("pause", ["place": "target:shopping"], daemon) == "pause/31")
        #expect(site.follow("pause", ["place": "everything"], daemon) == "pause/31")
        #expect(
            daemon.calls(of: UnblockAPI.Request.self) == [
                .init(place: .init(target: "shopping"), pause: true),
                .init(place: .init(everything: true), pause: true),
            ])
    }

    @Test func oneThatIsOpenAlreadyIsGoneOnWith() throws {
        let daemon = PauseWorld().daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.AlreadyOpen(request: 9))
        }
        let path = site.follow("pause", ["place": "everything"], daemon)
        #expect(path == "pause/9?done=alreadyOpen")
        let page = try site.look(
            path ?? "", PauseWorld().asking(PauseWorld.request(9)).daemon)
        #expect(page.has("You already have an open request"))
    }

    @Test(arguments: ["", "target:", "site:x.example", "Everything"])
    func aPauseIsAboutSomething(place: String) throws {
        let daemon = PauseWorld().daemon
        let page = try site.send("pause", ["place": place], daemon)
        #expect(page.status == 422)
        #expect(page.has("Choose what this pause is about."))
        #expect(page.count(#"aria-invalid="true""#) == 4)
        #expect(page.count(" autofocus") == 1)
        #expect(page.has(#"aria-describedby="place-error""#))
        #expect(daemon.calls(of: UnblockAPI.Request.self).isEmpty)
    }

    @Test(arguments: [
        (UnblockAPI.NoSuchTarget(target: "shopping") as any TypedError, "no longer exists"),
        (UnblockAPI.NoSuchTarget(target: ""), "Soteria monitors no apps or sites now"),
        (UnblockAPI.NotMonitored(target: "shopping"), "“shopping” is not monitored"),
        (UnblockAPI.Strict(target: "news", until: "2026-11-22T07:00:00+01:00"), "07:00"),
        (UnblockAPI.Strict(target: "news"), "with no known end"),
        (
            UnblockAPI.Strict(target: "news", restriction: "Movement", checkIn: "move"),
            "until you answer today"
        ),
        (UnblockAPI.NotBlocked(targets: []), "Nothing here is blocked now"),
        (UnblockAPI.StoreUnavailable(reason: "disk full"), "disk full"),
    ])
    func refusalsStandAtTheChoice(error: any TypedError, words: String) throws {
        let daemon = PauseWorld().daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send("pause", ["place": "target:shopping"], daemon)
        #expect(page.status == 422)
        #expect(page.has(words))
        #expect(page.has(#"id="place-error""#))
        #expect(page.tag(with: #"value="target:shopping""#).contains(" checked"))
    }

    // MARK: What runs

    @Test func openRequestsAreGoneOnWithOrEnded() throws {
        let intent = UnblockAPI.Intent(purpose: .impulse)
        let world = PauseWorld()
            .asking(PauseWorld.request(12))
            .asking(PauseWorld.request(13, ["games"], intent: intent, wait: 25))
            .asking(PauseWorld.request(14, ["news"], intent: intent, wait: 0))
        let page = try site.look("pause", world.daemon)
        for number in 12...14 {
            #expect(page.has("action=\"/s-1/pause/\(number)/keep\""))
            #expect(page.has("href=\"/s-1/pause/\(number)\""))
        }
        #expect(page.has("Requested: 23:17."))
        #expect(page.has("25 s left to wait."))
        #expect(page.has("You have until 23:28 to decide"))
    }

    /// Keeping comes before everything else that can be done about a request.
    @Test func keepingIsThePrimaryAnswer() throws {
        let world = PauseWorld().asking(PauseWorld.request(12))
        let page = try site.look("pause", world.daemon)
        #expect(
            page.has(inOrder: "button button-primary\">Keep the block", "button button-secondary"))
    }

    @Test func permissionsAreShownWithTheirEnd() throws {
        var world = PauseWorld()
        world.grants = [PauseWorld.grant()]
        let page = try site.look("pause", world.daemon)
        #expect(page.has("open until 23:32"))
        #expect(page.has(#"data-countdown="840""#))
        #expect(page.has(">14 min</time>"))
    }

    @Test func aKeptBlockIsCounted() throws {
        let daemon = PauseWorld().daemon
        daemon.on(MetricsAPI.Get.self) { _ throws(CallFailure) in
            .init(metrics: CannedMetrics.kept(3))
        }
        let page = try site.look("pause?done=kept", daemon)
        #expect(page.has("The block is kept."))
        #expect(page.has("Today so far: 3 protection moments."))
        #expect(daemon.calls(of: MetricsAPI.Get.self) == [.init(range: .today)])
        let other = try site.look("pause", daemon)
        #expect(!other.has("protection moment"))
    }

    /// A daemon that has no figures keeps nobody from the page.
    @Test func withoutFiguresTheBlockIsKeptAllTheSame() throws {
        let page = try site.look("pause?done=kept", PauseWorld().daemon)
        #expect(page.status == 200)
        #expect(page.has("The block is kept."))
        #expect(!page.has("protection moment"))
    }

    // MARK: All of it

    @Test func nothingThatIsSaidElsewhereBecomesMarkup() throws {
        let hostile = #""><script>alert(1)</script>"#
        var world = PauseWorld()
        world.targets = [
            PauseWorld.target(hostile, hostile, until: hostile, rule: hostile)
        ]
        world.requests = [
            PauseWorld.request(1, [hostile], place: .init(site: hostile)),
            PauseWorld.request(2, [hostile]),
        ]
        world.grants = [
            .init(
                grant: 1, request: 1, targets: [hostile], purpose: .planned, at: hostile,
                until: hostile, seconds: 5)
        ]
        world.unblocks = [PauseWorld.unblocked(8, targets: [hostile])]
        let page = try site.look("pause", world.daemon)
        #expect(!page.has("<script>alert"))
        #expect(page.has("&lt;script&gt;"))
        #expect(!page.has(#"=""><"#))
    }

    @Test func everyFormCarriesTheToken() throws {
        var world = PauseWorld().asking(PauseWorld.request(12))
        world.unblocks = [PauseWorld.unblocked(8)]
        let page = try site.look("pause", world.daemon)
        #expect(page.count("<form") == 3)
        #expect(page.count(#"name="csrf" value="token""#) == 3)
        #expect(page.count(#"method="post""#) == 3)
    }

    @Test(arguments: [
        CallFailure.notRunning(path: "/run/nobody"), .disconnected, .timedOut,
    ])
    func aDaemonThatIsGoneHasItsOwnPage(failure: CallFailure) throws {
        let daemon = PauseWorld().daemon
        daemon.on(ProtectionAPI.List.self) { _ throws(CallFailure) in throw failure }
        #expect(try site.look("pause", daemon).status == 503)
    }

    /// Every word of the page comes from the catalogue, or from the daemon.
    @Test func thePageIsWhollyInTheCatalogue() throws {
        let site = try Site.forTests(texts: Texts.english().pseudo)
        var world = PauseWorld().asking(PauseWorld.request(12))
        world.unblocks = [PauseWorld.unblocked(8)]
        world.grants = [PauseWorld.grant()]
        let page = try site.look("pause", world.daemon)
        for english in [
            "Keep", "Begin", "Everything", "Requested", "unblocked", "bought", "Amount", "How",
            "left",
        ] {
            #expect(!page.has(">\(english)"), "\(english)")
        }
        #expect(page.has("⟦"))
    }
}

/// Figures of which a test says one.
enum CannedMetrics {
    static func kept(_ count: Int) -> MetricsAPI.Metrics {
        MetricsAPI.Metrics(
            range: .today, from: "2026-11-21", to: "2026-11-21", requests: count, attempts: 0,
            unblocks: 0, kept: count, expired: 0, hours: [], weekdays: [], hourWeekday: [],
            categories: [], moods: [], logged: 0, spent: [], keptAmounts: [], usage: [],
            autoProtections: 0, protections: 0, checkInsYes: 0, checkInsNo: 0)
    }
}
