import Engine
import RuleModel
import Testing

/// A site or an app that an edit moves from one target to another: while the edit waits, the rules
/// of each set bind what belongs to their targets in that set.
@Suite("What moved is blocked by the rules that it belongs to")
struct MovedPlaces {
    private static let site = Place.site("www.moved.example")

    /// Two sets: in the old one `moved.example` is of `shops` and evenings block `games`, in the
    /// new one it is of `games` and mornings block `shops`.
    private func sets(isStrict: Bool = false) throws -> (old: RuleSet, new: RuleSet) {
        let (shops, games) = (target("shops"), target("games"))
        let old = try waiting(
            [
                schedule("evenings", ["daily 18:00-22:00"], blocks: ["games"]),
                schedule("nights", ["daily 22:00-23:00"], blocks: ["shops"]),
            ], targets: [target("shops", sharing: "moved.example"), games])
        let new = try waiting(
            [
                schedule(
                    "mornings", ["daily 06:00-10:00"], blocks: ["shops"], isStrict: isStrict),
                schedule("noons", ["daily 12:00-13:00"], blocks: ["games"]),
            ], targets: [shops, target("games", sharing: "moved.example")])
        return (old, new)
    }

    /// A machine on which an edit narrows a target and adds mornings to its nights; the edit waits.
    private func narrowed(_ whole: Target, to part: Target) throws -> Machine {
        let nights = try schedule("nights", ["daily 22:00-23:00"], blocks: ["shops"])
        let mornings = try schedule("mornings", ["daily 06:00-10:00"], blocks: ["shops"])
        var machine = try Machine(
            at: "2026-11-18T00:00:00Z", zone: "UTC",
            rules: try waiting([nights], targets: [whole]))
        machine.edit(try waiting([nights, mornings], targets: [part]))
        return machine
    }

    /// While the edit waits, nights of the old rules block all of the target, and mornings of the
    /// new ones do not block what the new rules leave out.
    @Test("What an edit leaves out of its target is blocked by the old rules alone")
    func exceptions() throws {
        let whole = target("shops", sharing: "moved.example")
        var part = whole
        part.exceptSites = ["www.moved.example"]
        var machine = try narrowed(whole, to: part)
        #expect(machine.pending.count == 1)
        try machine.advance(to: "2026-11-18T07:30:00Z")
        #expect(!isBlocked(Self.site, machine) && isBlocked(.site("moved.example"), machine))
        let blocking = try #require(machine.engine.setsBlocking("shops"))
        let united = try #require(machine.engine.rules.targets.first)
        let parts = machine.engine.rules.parts(of: united, boundBy: blocking)
        #expect(parts[0].exceptSites == ["www.moved.example"])
        #expect(parts.map { $0.names(site: "www.moved.example") } == [false, true])
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(isBlocked(Self.site, machine) && isBlocked(.site("moved.example"), machine))
        try machine.advance(to: "2026-11-19T22:30:00Z")
        #expect(machine.pending.isEmpty)
        #expect(!isBlocked(Self.site, machine) && isBlocked(.site("moved.example"), machine))
    }

    @Test("A request about a page that an edit leaves out is answered as the page is checked")
    func pages() throws {
        let whole = target("shops", sharing: "moved.example")
        var part = whole
        part.exceptPaths = [try #require(SitePath("moved.example/course"))]
        var machine = try narrowed(whole, to: part)
        let page = Place.page(try #require(SitePath("moved.example/course/1")))
        try machine.advance(to: "2026-11-18T07:30:00Z")
        #expect(!isBlocked(page, machine) && isBlocked(.site("moved.example"), machine))
        #expect(machine.send(.attempt(page)) == [.attempted([])])
        let request = AskToUnblock.request(page, intent: nil, isPause: false)
        #expect(machine.refusal(request) == .notBlocked(["shops"]))
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(isBlocked(page, machine))
        #expect(machine.send(.attempt(page)) == [.attempted(["shops"])])
        #expect(machine.refusal(request) == nil)
        // No more of the path is kept than the rules name.
        #expect(machine.engine.state.requests.map(\.place) == [.page(part.exceptPaths[0])])
    }

    @Test("Sites that an edit narrows to a path stay blocked while it waits")
    func paths() throws {
        let whole = target("shops", sharing: "moved.example")
        var part = whole
        part.sites.removeAll { $0 == "moved.example" }
        part.paths = [try #require(SitePath("moved.example/sale"))]
        var machine = try narrowed(whole, to: part)
        #expect(machine.pending.count == 1)
        let (site, sale) = (Place.site("moved.example"), Place.page(part.paths[0]))
        try machine.advance(to: "2026-11-18T07:30:00Z")
        #expect(!isBlocked(site, machine) && isBlocked(sale, machine))
        let blocking = try #require(machine.engine.setsBlocking("shops"))
        let united = try #require(machine.engine.rules.targets.first)
        let parts = machine.engine.rules.parts(of: united, boundBy: blocking)
        #expect(parts.map { $0.names(site: "moved.example") } == [false, true])
        #expect(parts[0].paths == part.paths)
        try machine.advance(to: "2026-11-18T22:30:00Z")
        #expect(isBlocked(site, machine) && isBlocked(sale, machine))
        try machine.advance(to: "2026-11-19T22:30:00Z")
        #expect(machine.pending.isEmpty && !isBlocked(site, machine) && isBlocked(sale, machine))
    }

    /// A target for a path takes the use of its pages from the budget of the site's target once the
    /// delay is over; until then, their use counts for both.
    @Test("The use of a path that an edit gives to another target counts for both while it waits")
    func usedPages() throws {
        let page = try #require(SitePath("moved.example/shorts"))
        let whole = target("shops", sharing: "moved.example")
        var part = target("games")
        part.paths = [page]
        let budget = try budget("hour", of: "shops", .minutes(60), resets: "00:00")
        var machine = try Machine(
            at: "2026-11-18T06:00:00Z", zone: "UTC",
            rules: try waiting([], targets: [whole], budgets: [budget]))
        machine.edit(try waiting([], targets: [part, whole], budgets: [budget]))
        #expect(machine.pending == ["budgets.hour in 1440m"])
        try machine.use(.page(page), for: .minutes(61))
        #expect(machine.isBlocked("shops"))
        #expect(try machine.used("games", since: "2026-11-18T00:00:00Z") == .minutes(61))
        try machine.advance(to: "2026-11-19T08:00:00Z")
        #expect(machine.pending.isEmpty)
        try machine.use(.page(page), for: .minutes(61))
        #expect(!machine.isBlocked("shops"))
        #expect(try machine.used("shops", since: "2026-11-19T00:00:00Z") == .zero)
        #expect(machine.folded == machine.engine.state)
    }

    /// The part of the rules that holds in a former zone lacks targets, and counts no use.
    @Test("Times that hold in a former zone count no use of pages that another target names")
    func usedPagesInTwoZones() throws {
        let page = try #require(SitePath("moved.example/shorts"))
        var part = target("games")
        part.paths = [page]
        let rules = try waiting(
            [], targets: [part, target("shops", sharing: "moved.example")],
            budgets: [budget("hour", of: "shops", .minutes(60), resets: "00:00")])
        var machine = try Machine(at: "2026-11-18T06:00:00Z", zone: "UTC", rules: rules)
        try machine.travel(to: "Asia/Tokyo")
        #expect(machine.pending == ["budgets.hour in 1440m"])
        try machine.use(.page(page), for: .minutes(5))
        #expect(try machine.used("shops", since: "2026-11-18T00:00:00Z") == .zero)
        // An edit of the schedules changes nothing of that, and no part counts as weaker.
        machine.edit(
            try waiting(
                [schedule("nights", ["daily 22:00-23:00"], blocks: ["shops"])],
                targets: rules.targets, budgets: rules.budgets))
        #expect(machine.pending == ["budgets.hour in 1435m"])
    }

    /// A machine on which the edit was made and waits.
    private func machine(
        at start: String = "2026-11-18T00:00:00Z", isStrict: Bool = false
    ) throws -> Machine {
        let (old, new) = try sets(isStrict: isStrict)
        var machine = try Machine(at: start, zone: "UTC", rules: old)
        machine.edit(new)
        #expect(machine.pending.count == 1)
        return machine
    }

    private func isBlocked(_ place: Place, _ machine: Machine) -> Bool {
        machine.engine.targets(of: place).contains {
            machine.engine.decision(about: $0, on: place) != nil
        }
    }

    @Test("It is blocked when either set blocks it, and when neither does it is open")
    func eitherSet() throws {
        var machine = try machine()
        for (hour, blocked, shops, games) in [
            ("07", false, true, false), ("12", true, false, true), ("19", false, false, true),
            ("22", true, true, false), ("23", false, false, false),
        ] {
            try machine.advance(to: "2026-11-18T\(hour):30:00Z")
            #expect(isBlocked(Self.site, machine) == blocked, "at \(hour):30")
            #expect(isBlocked(.site("shops.example"), machine) == shops, "at \(hour):30")
            #expect(isBlocked(.site("games.example"), machine) == games, "at \(hour):30")
            #expect(machine.isBlocked("shops") == shops && machine.isBlocked("games") == games)
            let answers = machine.send(.attempt(Self.site))
            #expect(answers == [.attempted(blocked ? [shops ? "shops" : "games"] : [])])
        }
        // The new set alone.
        try machine.advance(to: "2026-11-19T12:30:00Z")
        #expect(machine.pending.isEmpty && isBlocked(Self.site, machine))
    }

    @Test(
        "Its block ends with the rules that bind it, even if those of another set hold or follow",
        arguments: [["daily 12:00-13:00"], ["daily 12:30-13:00"]])
    func ends(of old: [String]) throws {
        let (shops, games) = (target("shops"), target("games"))
        var machine = try Machine(
            at: "2026-11-18T00:00:00Z", zone: "UTC",
            rules: try waiting(
                [try schedule("noons", old, blocks: ["games"])],
                targets: [target("shops", sharing: "moved.example"), games]))
        machine.edit(
            try waiting(
                [try schedule("noons", ["daily 12:00-12:30"], blocks: ["games"])],
                targets: [shops, target("games", sharing: "moved.example")]))
        try machine.advance(to: "2026-11-18T12:10:00Z")
        func end(_ place: Place) throws -> Instant? {
            try #require(machine.engine.decision(about: "games", on: place)).until
        }
        #expect(try end(Self.site) == at("2026-11-18T12:30:00Z"))
        for whole in [Place.site("games.example"), .target("games")] {
            #expect(try end(whole) == at("2026-11-18T13:00:00Z"))
        }
        try machine.advance(to: "2026-11-18T12:31:00Z")
        #expect(!isBlocked(Self.site, machine) && isBlocked(.site("games.example"), machine))
    }

    @Test("A request opens the targets whose rules bind it, and no other")
    func requests() throws {
        var machine = try machine()
        try machine.advance(to: "2026-11-18T07:30:00Z")
        let refused = machine.send(.request(Self.site, intent: nil, isPause: false))
        #expect(refused == [.refused(.notBlocked(["games", "shops"]))])
        try machine.advance(to: "2026-11-18T12:30:00Z")
        let intent = Intent(purpose: .planned)
        guard
            case .replied(let request)? = machine.send(
                .request(Self.site, intent: intent, isPause: false)
            ).first
        else {
            Issue.record("not requested")
            return
        }
        machine.advance(.minutes(1))
        guard
            case .replied(.granted(let grant, _))? = machine.send(
                .confirm(request: request.id)
            ).first
        else {
            Issue.record("not granted")
            return
        }
        #expect(grant.targets == ["games", "shops"])
        #expect(!isBlocked(Self.site, machine))
    }

    @Test("What is strict in a set that does not have it neither refuses nor is opened")
    func strict() throws {
        let (old, new) = try sets(isStrict: true)
        var both = new
        both.quietHours.append(
            try schedule("games", ["daily 06:00-10:00"], blocks: ["games"]))
        both.sources = [RuleText(path: "/rules/test.yaml", layer: 2, text: "both")]
        var machine = try Machine(at: "2026-11-18T00:00:00Z", zone: "UTC", rules: old)
        machine.edit(both)
        try machine.advance(to: "2026-11-18T07:30:00Z")
        #expect(isBlocked(Self.site, machine))
        let answers = machine.send(
            .request(Self.site, intent: Intent(purpose: .planned), isPause: false))
        guard case .replied(let request)? = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(request.targets == ["games"])
    }

    @Test("Those who enforce know it as no part of a target whose rules do not bind it")
    func parts() throws {
        var machine = try machine()
        let shops = try #require(machine.engine.rules.targets.first { $0.key == "shops" })
        #expect(shops.sites.contains("moved.example"))
        try machine.advance(to: "2026-11-18T07:30:00Z")
        let sets = try #require(machine.engine.setsBlocking("shops"))
        let parts = machine.engine.rules.parts(of: shops, boundBy: sets)
        #expect(parts.map(\.sites) == [["shops.example"], ["moved.example"]])
        #expect(parts[0].key == "shops" && parts[1].key.hasPrefix("shops@"))
        try machine.advance(to: "2026-11-18T22:30:00Z")
        let nights = try #require(machine.engine.setsBlocking("shops"))
        #expect(machine.engine.rules.parts(of: shops, boundBy: nights).map(\.key) == ["shops"])
        #expect(machine.engine.setsBlocking("games") == nil)
    }
}
