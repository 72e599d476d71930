import Engine
import RuleModel

/// Events of the machine: time, sleep, restarts, crashes, clocks.
extension Life {
    /// A stretch in which somebody may be there, and what the machine does then.
    func cycle() throws {
        let minutes = dice.pick([3, 10, 30, 30, 60, 120, 240])
        tick = minutes <= 10 ? 60 : minutes >= 120 ? 900 : 300
        let deeds = dice.pick([0, 1, 3, 6, 9])
        let end = clock.elapsed + .minutes(Int64(minutes))
        let boot = clock.boot
        for _ in 0..<deeds {
            try deed()
            guard clock.boot == boot, clock.elapsed < end else { break }
            let most = max(1, (end - clock.elapsed).seconds / 2)
            try advance(.seconds(Int64(dice.int(1...Int(most)))))
        }
        if isStoreSlow { try hurry() }
        // After a reboot the end is one of another boot.
        if clock.boot == boot, clock.elapsed < end { try advance(end - clock.elapsed) }
        try leave()
    }

    private func leave() throws {
        let away = dice.int(dice.chance(20) ? 86_400...1_700_000 : pace.away)
        let span = untilShortlyBeforeEdit(untilShortlyBeforeChange(.seconds(Int64(away))))
        switch dice.int(0...99) {
        case 0..<58: try sleep(span)
        case 58..<70: try reboot(away: span)
        case 70..<74: try reboot(away: span, isOrderly: false)
        case 74..<80: try restart(away: .seconds(Int64(dice.int(0...4000))))
        case 80..<88: try crash(away: .seconds(Int64(dice.int(0...4000))))
        default:
            tick = 900
            try advance(.seconds(min(span.seconds, 30_000)))
        }
    }

    /// A stretch that ends before the clocks change, so that somebody is there when they do.
    private func untilShortlyBeforeChange(_ span: TimeSpan) -> TimeSpan {
        let zone = engine.localZone
        let now = engine.clock.now
        guard zone.offset(at: now) != zone.offset(at: now + span), dice.chance(600) else {
            return span
        }
        var low = TimeSpan.zero
        var high = span
        while high - low > .minutes(1) {
            let middle = TimeSpan(milliseconds: (low + high).milliseconds / 2)
            let isBefore = zone.offset(at: now + middle) == zone.offset(at: now)
            if isBefore { low = middle } else { high = middle }
        }
        count("awake at a change")
        return max(.minutes(1), low - .minutes(Int64(dice.int(1...90))))
    }

    /// A stretch that ends before an edit has waited long enough: somebody waits for it.
    private func untilShortlyBeforeEdit(_ span: TimeSpan) -> TimeSpan {
        let waiting = engine.state.edits.filter(\.isPending).map { $0.time.deadline.elapsed }
        guard let first = waiting.min(), dice.chance(500) else { return span }
        let left = first - clock.elapsed - .minutes(Int64(dice.int(1...90)))
        return left > .minutes(1) ? min(span, left) : span
    }

    /// Time goes on; the timers fire on the wall clock's marks and at the moments asked for.
    func advance(_ span: TimeSpan) throws {
        let end = clock.elapsed + span
        while clock.elapsed < end {
            let mark = clock.elapsed + clock.untilMark(tick)
            var stop = min(end, mark)
            if let wake, wake.elapsed > clock.elapsed { stop = min(stop, wake.elapsed) }
            let passed = stop - clock.elapsed
            try expectSteady(passed)
            clock.pass(passed)
            if let due = wake, due.elapsed <= clock.elapsed {
                wake = nil
                try send(.observed)
            }
            if stop == mark { try fire(clock.marks) }
        }
        try send(.observed)
    }

    private func fire(_ marks: Cadences) throws {
        try noteZone()
        try send(.tick(marks))
        if isStoreSlow { try drain(dice.int(0...2)) }
        try retryStore()
        let isProved = ![.unproven, .behind].contains(engine.state.continuity)
        if engine.clock.jump != nil || !isProved && marks.contains(.risk) { try askForSync() }
    }

    private func askForSync() throws {
        try send(.clockChecked, isSynchronised: clock.isSynchronised)
    }

    func noteZone() throws {
        let local = book.minutes(zoneName)
        guard local.zone != engine.zone else { return }
        oracle.local = local
        try send(.zone(local.zone))
    }

    private func sleep(_ span: TimeSpan) throws {
        count("sleep")
        let before = clock.wall.seconds
        clock.pass(span, isAsleep: true)
        // Somebody asks before any timer has fired.
        if edition >= .second, dice.chance(100) { try join() }
        wake = wake.flatMap { $0.elapsed > clock.elapsed ? $0 : nil }
        try send(.observed)
        var missed: Cadences = []
        for (length, cadence) in [(60, Cadences.schedules), (300, .autoProtection), (900, .risk)]
        where before / Int64(length) != clock.wall.seconds / Int64(length) {
            missed.insert(cadence)
        }
        if !missed.isEmpty { try fire(missed) }
    }

    // MARK: Ends and starts

    func start() throws {
        let state = try checkRecord()
        if getsRoom { store.isFull = false }
        getsRoom = false
        if store.isFull { count("start on a full disk") }
        wake = nil
        lastNow = nil
        storeIsFailing = false
        isStoreSlow = false
        underWay = [:]
        deferred = []
        subscribers = []
        heard = oracle.told
        startedAfter = state.last?.at
        forgetLostSets()
        clockSeenAt = clock.elapsed
        oracle.using = nil
        oracle.isIdle = false
        oracle.isLocked = false
        oracle.local = book.minutes(zoneName)
        if edition >= .second, dice.chance(40) { try editMeanwhile() }
        oracle.writtenIsUnion = !state.pendingEdits.allSatisfy { $0.change != nil }
        engine = Engine(continuing: state, at: clock.reading())
        let recorded = book.page(state.rules)
        let set = areFilesBroken ? recorded?.set ?? files.set : files.set
        let isEdited = RuleText.fingerprint(of: set.sources) != state.rules
        var earlier: [Int64: RuleSet] = [:]
        for edit in state.edits where edit.change == nil {
            earlier[edit.id] = book.page(edit.fingerprint)?.set
        }
        var zones: [String: TimeZoneRules] = [:]
        for name in state.edits.compactMap(\.zone) + [state.zone].compactMap(\.self) {
            zones[name] = book.minutes(name).zone
        }
        count("start")
        try send(
            .started(
                version: "1", rules: set, zone: oracle.local.zone,
                recorded: isEdited ? recorded?.set : nil, earlier: earlier, zones: zones))
        if engine.refusedEdit != nil { files = recorded ?? files }
        try askForSync()
        // Whoever lost the connection comes back at once.
        if edition >= .second, dice.chance(300) { try join() }
    }

    /// Where it is not on record that the clock was set, and it was set by no more than it may have
    /// drifted since it was set before, the daemon cannot know of it.
    private func forgetLostSets() {
        guard !clockSets.isEmpty else { return }
        let boot = clock.reading().boot
        let known = written.reversed().lazy.prefix { $0.boot == boot }.first { event in
            [.clockJumped, .clockAdopted].contains(event.fact.kind)
        }
        let kept = clockSets.prefix { $0.at <= known?.elapsed ?? .zero }
        let size = clockSets.dropFirst(kept.count).reduce(TimeSpan.zero) { $0 + $1.by }
        let before = kept.last?.at ?? .seconds(20)
        let drifted = TimeSpan.seconds((clock.elapsed - before).seconds / 60 + 1)
        guard kept.count < clockSets.count, size.magnitude <= drifted else { return }
        clockSets = Array(kept)
        clockSetAt = before
    }

    func stop() throws {
        if isStoreSlow { try hurry() }
        try send(.stopping)
        try drain()
        _ = try store.retry().map(wrote)
        let lost = try store.crash(keeping: 0)
        precondition(lost.isEmpty)
        rollBack()
    }

    /// The process ends between two steps: part of what waits is on disk, and nobody knows.
    private func die() throws {
        count("crash")
        wrote(try store.crash(keeping: dice.int(0...3)))
        rollBack()
    }

    private func rollBack() {
        let local = oracle.local
        let lost = oracle.slices.filter { $0.number > durable.lastSlice }
        let lastSlice = oracle.lastSlice
        oracle = durable
        oracle.lastSlice = lastSlice
        oracle.local = local
        // Of what was used lately nobody knows how much was noted.
        for var slice in lost {
            slice.isSure = false
            oracle.slices.append(slice)
        }
        oracle.isRetelling = true
        for event in undurable {
            do { try oracle.apply(event) } catch { failure = failure ?? error }
        }
        oracle.isRetelling = false
        // That a request ended need not have reached the disk.
        for id in oracle.wishes.keys { oracle.wishes[id]?.endedBy = nil }
        durable = oracle
        undurable = []
    }

    func restart(away: TimeSpan) throws {
        count("restart")
        try stop()
        clock.pass(away)
        try start()
    }

    func crash(away: TimeSpan) throws {
        try die()
        clock.pass(away)
        try start()
    }

    func reboot(away: TimeSpan, isOrderly: Bool = true) throws {
        count(isOrderly ? "reboot" : "power loss")
        if isOrderly { try stop() } else { try die() }
        clock.reboot(away: away)
        clockSetAt = clock.elapsed
        clockSets = []
        if !clock.isSynchronised, dice.chance(150) {
            clock.set(by: .minutes(Int64(dice.int(-900...900))))
        }
        try start()
    }

    /// The store catches up.
    func hurry() throws {
        isStoreSlow = false
        try drain()
        try send(.observed)
    }
}
