import Engine
import RuleModel

/// Actions of the person, the clients and the machine's owner.
extension Life {
    func deed() throws {
        let kinds = [Edition.third: 66, .fourth: 69][edition] ?? 59
        switch dice.int(0...kinds) {
        case 0..<8: try insist()
        case 8..<22: try talk()
        case 22..<27: try answerCheckIn()
        case 27..<30: try answerPrompt()
        case 30..<34: try protect()
        case 34..<38: try flip()
        case 38..<42: try use()
        case 42: try beAway()
        case 43..<45: try edit()
        case 45: try travel()
        case 46..<48: try setClock()
        case 48: try diskFills()
        case 49, 50: isStoreSlow.toggle()
        case 51..<54: try connect()
        case 54: try restart(away: .seconds(Int64(dice.int(0...90))))
        case 55: try crash(away: .seconds(Int64(dice.int(0...90))))
        case 56: try save()
        case 57: try endGrants()
        case 60..<64: try nag()
        case 64..<67: try use()
        case 67..<70: try thinkBetter()
        default: try send(.attempt(anyPlace()))
        }
        if isStoreSlow, dice.chance(400) { try drain(dice.int(1...3)) }
    }

    private func anyPlace() -> Place {
        let keys = ["games", "shopping", "social"]
        return switch dice.int(0...3) {
        case 0: .target(dice.pick(keys))
        case 1: .site("mall.example")
        case 2: .app("org.example." + dice.pick(keys))
        default: .site("www.\(dice.pick(keys)).example")
        }
    }

    private func intent() -> Intent {
        Intent(
            purpose: dice.chance(500) ? .planned : .impulse,
            category: dice.chance(200) ? "gift" : nil,
            mood: dice.chance(400) ? dice.pick(["sad", "bored", "happy"]) : nil,
            amount: dice.chance(300) ? Money(thousandths: Int64(dice.int(0...90_000))) : nil,
            minutes: dice.chance(300) ? dice.int(1...60) : nil)
    }

    /// Wishes for something; many a person goes on with it to the end.
    private func insist() throws {
        try wish()
        guard dice.chance(600) else { return }
        for _ in 0..<dice.int(1...3) where !engine.state.requests.isEmpty { try talk() }
    }

    private func wish() throws {
        let isPause = dice.chance(200)
        var place = isPause && dice.chance(500) ? Place.everything : anyPlace()
        let blocked = engine.state.decisions.filter(\.value.decision.isBlocked).map(\.key)
        if !isPause, !blocked.isEmpty, dice.chance(600) { place = .target(dice.pick(blocked)) }
        if dice.chance(150), let running = engine.state.protections.last {
            place = .protection(running.id)
        }
        let intent = dice.chance(700) ? intent() : nil
        try send(.request(place, intent: intent, isPause: isPause), isHeard: true)
    }

    /// Goes on with a request that is open: to its end, or to the next word.
    private func talk() throws {
        guard let open = engine.state.requests.last else { return try wish() }
        if open.intent == nil, dice.chance(700) {
            try send(.request(open.place, intent: intent(), isPause: open.isPause))
        }
        switch dice.int(0...9) {
        case 0: try send(.request(open.place, intent: intent(), isPause: open.isPause))
        case 1, 2: try send(.keep(request: open.id))
        case 3:
            let length = TimeSpan.minutes(Int64(dice.int(1...200)))
            try send(.protectInstead(request: open.id, length: length))
        default:
            if let left = engine.waitLeft(of: open), left > .zero, dice.chance(850) {
                try advance(left + TimeSpan(milliseconds: Int64(dice.int(-1...1))))
            }
            try send(.confirm(request: open.id), isHeard: true)
        }
    }

    /// Asks for the same again and again within hours; some requests expire.
    private func nag() throws {
        let blocked = engine.state.decisions.filter(\.value.decision.isBlocked).map(\.key)
        guard let target = blocked.isEmpty ? nil : dice.pick(blocked) else { return try wish() }
        for _ in 0..<dice.int(2...5) {
            let (boot, isPause) = (clock.boot, dice.chance(200))
            try send(.request(.target(target), intent: intent(), isPause: isPause), isHeard: true)
            if dice.chance(800) { try talk() }
            try advance(.seconds(Int64(dice.pick([5, 300, 900, 5000]))))
            guard clock.boot == boot else { return }
        }
    }

    private func answerCheckIn() throws {
        guard let key = engine.rules.checkIns.map(\.key).first(where: { _ in dice.chance(700) })
        else { return try wish() }
        try send(.answerCheckIn(key, isYes: dice.chance(600)))
    }

    private func answerPrompt() throws {
        guard let prompt = engine.state.prompts.last else { return }
        try send(.answerPrompt(prompt.id, dice.pick(prompt.kind.choices)))
    }

    private func protect() throws {
        var target = dice.chance(300) ? nil : dice.pick(["games", "shopping", "social"])
        // The target just opened, for a person who changes their mind.
        if let open = engine.state.grants.last, dice.chance(500) { target = open.targets.first }
        let request = StartProtection.startProtection(
            target: target, length: .seconds(Int64(dice.pick([90, 1800, 7200, 86_400]))),
            name: "P", isStrict: dice.chance(200))
        try send(request, isHeard: true)
        if dice.chance(100) {
            try advance(.seconds(Int64(dice.int(0...90))))
            try send(.takeBack(protection: nil))
        }
    }

    /// Wishes for something, protects it instead, and may take that back.
    private func thinkBetter() throws {
        try wish()
        let asked = engine.state.requests.last?.targets.first
        for _ in 0..<dice.int(1...2) {
            let request = StartProtection.startProtection(
                target: dice.chance(800) ? asked : nil,
                length: .seconds(Int64(dice.pick([90, 600, 3600]))), name: "P",
                isStrict: dice.chance(700))
            try send(request, isHeard: true)
        }
        guard dice.chance(600) else { return }
        try advance(.seconds(Int64(dice.int(0...70))))
        try send(.takeBack(protection: nil))
    }

    /// Ends a permission, or what would be one.
    private func endGrants() throws {
        let open = engine.state.grants.last?.targets.first.map { Place.target($0) }
        try send(.endGrants(of: open ?? anyPlace()))
    }

    private func flip() throws {
        let subject: Switch.Subject =
            switch dice.int(0...4) {
            case 0, 1: .schedule(dice.pick(["nights", "noon", "work"]))
            case 2: .autoProtection(dice.pick(["guard", "watch"]))
            default: .target(dice.pick(["games", "shopping", "social"]))
            }
        let isKnownOff = oracle.switches[subject] == false
        try send(.switch(subject, isOn: isKnownOff ? dice.chance(700) : dice.chance(100)))
    }

    /// Uses something for a while, with a sign of life every minute.
    private func use() throws {
        let place = Place.site("www.\(dice.pick(["games", "shopping", "social"])).example")
        begunUse = nil
        let began = clock.elapsed
        oracle.using = (RuleDraft.keys, engine.clock.now, began)
        try send(.useOpened(place))
        oracle.using = nil
        guard let (use, targets) = begunUse else { return }
        let start = engine.clock.now
        oracle.using = (targets, start, began)
        defer { oracle.using = nil }
        for _ in 0..<dice.int(1...14) {
            try advance(.seconds(Int64(dice.int(20...85))))
            try send(.usesSeen([use]))
        }
        try send(.useClosed(use))
        let isCounted = !oracle.isIdle && !oracle.isLocked
        guard isCounted else { return }
        for target in targets { oracle.recordUse(of: target, from: start, clock.elapsed - began) }
    }

    private func beAway() throws {
        oracle.isIdle.toggle()
        if dice.chance(400) { oracle.isLocked.toggle() }
        try send(
            .idle(reporter: 1, isIdle: oracle.isIdle, isLocked: oracle.isLocked, for: .zero))
    }

    /// Saves the rule files: changed, as they were before, or broken.
    private func edit() throws {
        guard dice.chance(350) else { return }
        if dice.chance(150) {
            guard book.read(files.draft.yaml + "targets: {}\n\tx") == nil else {
                throw Violation(.record, "a broken text is rules")
            }
            areFilesBroken = true
            count("broken files")
            return
        }
        let before = files
        let today = Int(engine.clock.now.seconds / 86400)
        try write(book.page(files.draft.edited(&dice, today: today, edition)))
        // Somebody who thinks better of it.
        if dice.chance(300) {
            try advance(.seconds(Int64(dice.int(1...900))))
            try write(before)
        }
    }

    /// Saves other rules while no daemon runs.
    func editMeanwhile() throws {
        count("edited meanwhile")
        let today = Int(engine.clock.now.seconds / 86400)
        files = try book.page(files.draft.edited(&dice, today: today, edition))
        areFilesBroken = false
    }

    private func write(_ page: RuleBook.Page) throws {
        let before = files
        files = page
        areFilesBroken = false
        try send(.observed)
        let waits = engine.rules.weakeningWaits > .zero || page.set.weakeningWaits > .zero
        let weakened =
            waits || !dice.chance(100) ? [] : page.set.weakenings(replacing: before.set)
        try send(.rules(page.set, weakened: weakened))
        guard engine.refusedEdit != nil else { return }
        count("too many edits")
        files = before
        try send(.rules(before.set))
    }

    private func travel() throws {
        guard dice.chance(500) else { return }
        zoneName = dice.pick(Self.zoneNames)
        count("travel")
        try noteZone()
    }

    private func setClock() throws {
        let before = clock.wall
        if dice.chance(500) {
            clock.synchronise(!clock.isSynchronised)
        } else {
            let size = dice.pick([90, 3000, 40_000, 200_000])
            clock.set(by: .seconds(Int64(dice.int(-size...size))))
            count("clock set")
        }
        // Two readings of clocks at rest may differ by a second.
        if (clock.wall - before).magnitude > .seconds(1) {
            clockSetAt = clock.elapsed
            clockSets.append((at: clockSetAt, by: clock.wall - before))
        }
        clockSeenAt = clock.elapsed
        try send(.observed)
        try send(.clockChecked, isSynchronised: clock.isSynchronised)
    }

    /// The disk is full for a while, with deeds in the midst of it.
    private func diskFills() throws {
        store.isFull = true
        count("full disk")
        for _ in 0..<dice.int(1...5) {
            try send(.attempt(anyPlace()))
            switch dice.int(0...(edition == .first ? 4 : 8)) {
            case 0: try flip()
            case 1: try talk()
            case 2: try answerCheckIn()
            case 3: try protect()
            case 5: try edit()
            case 6: try connect()
            case 7: try endOnFullDisk()
            default: break
            }
            try advance(.seconds(Int64(dice.int(1...400))))
        }
        store.isFull = false
        try advance(.seconds(Int64(dice.int(60...900))))
    }

    /// The daemon ends while nothing can be written; when it starts that is so still, or there is
    /// room again.
    private func endOnFullDisk() throws {
        getsRoom = dice.chance(300)
        let away = TimeSpan.seconds(Int64(dice.int(0...4000)))
        switch dice.int(0...9) {
        case 0..<2: try restart(away: away)
        case 2..<4: try reboot(away: away, isOrderly: false)
        default: try crash(away: away)
        }
    }

    /// Clients come, go, read slowly and die.
    private func connect() throws {
        if dice.chance(300), !subscribers.isEmpty {
            subscribers.remove(at: dice.int(0...subscribers.count - 1))
            return
        }
        try join()
    }

    /// A client connects and is told the state.
    func join() throws {
        guard subscribers.count < 4 else { return }
        try send(.observed)
        let client = Subscriber(engine, isSlow: dice.chance(400))
        try check(first: client.picture)
        subscribers.append(client)
        try checkSubscribers()
    }

    private func save() throws {
        if engine.state.goals.isEmpty, let amount = Money(thousandths: 90_000) {
            try send(.addGoal(name: "G", target: amount, by: nil, isFromKept: true))
        } else if let last = engine.state.aftermaths.last {
            try send(
                .logOutcome(
                    request: last.request, isBought: dice.chance(500), amount: nil,
                    regret: dice.int(0...4)))
        }
    }
}
