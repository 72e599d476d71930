/// The notices to be seen, and those that the notification service shows: a state machine
/// without a clock and without input or output.
///
/// Whoever has something to say puts a notice at a place and takes it away again; the board has the
/// service shown it, at most one call for each place at a time, and shows what stands open again
/// when the service was started anew. A notice that the service closed is not shown again until it
/// is put anew.
struct NoticeBoard: Sendable {
    /// The subject of a notice; two of the same are never seen together.
    enum Place: Hashable, Sendable {
        /// A prompt of the daemon, and what an answer to it led to.
        case prompt(Int)
        /// News from the agent itself.
        case information(String)
    }

    /// An order to the service.
    enum Order: Hashable, Sendable {
        /// Ask what it can do; answered by `capable` or `unable`.
        case ask
        /// Show a notice in the place of another, 0 for none; answered by `shown` or `notShown`.
        case show(Place, NotificationForm, replacing: UInt32)
        /// Take a notice away; needs no answer.
        case close(UInt32)
    }

    enum Event: Sendable {
        /// The service says what it can do.
        case capable(Capabilities)
        /// It did not say; silent where it let the time limit pass.
        case unable(isSilent: Bool)
        /// A notice is shown under a number.
        case shown(Place, UInt32)
        /// A notice is not shown; silent where the service let the time limit pass.
        case notShown(Place, isSilent: Bool)
        /// The notice of a number is gone: closed by the person or by the service.
        case closed(UInt32)
        /// Another program serves now, or nobody any more.
        case owner(isThere: Bool)
    }

    private enum Service: Hashable, Sendable {
        /// It was not asked yet.
        case unknown
        /// It was asked; `came` where it was started since.
        case asked(came: Bool)
        /// It answers.
        case ready(Capabilities)
        /// It lets time limits pass: it is left alone until it is started anew.
        case silent
        /// There is none. A call starts one where the bus can, so that the next notice asks again.
        case absent
    }

    private enum Display: Hashable, Sendable {
        case due
        /// It is being shown, in the place of a number, by a service of this generation.
        case underWay(replacing: UInt32, generation: Int)
        /// It is shown under a number.
        case shown(UInt32)
        /// It was shown and closed.
        case away
        /// The service does not take it. The next one may.
        case refused
    }

    private struct Posting: Sendable {
        var notice: Notice
        var display: Display
        /// True if it changed while it was being shown.
        var isStale = false
        /// Counts up, so that what came first is shown first.
        let serial: Int
    }

    private var service = Service.unknown
    private var postings: [Place: Posting] = [:]
    /// The notices that were taken away while they were being shown.
    private var discarded: Set<Place> = []
    /// How often the service has come or gone.
    private var generation = 0
    private var lastSerial = 0

    /// Whether something is to be seen and cannot be, since there is no service or it does not
    /// answer.
    var isBlind: Bool {
        (service == .silent || service == .absent)
            && postings.values.contains { $0.display == .due }
    }

    /// Puts a notice at a place: it is shown, in the place of what is shown there. With `isAnew` it
    /// is to be noticed though the same is shown: services that have put it aside bring it forward.
    mutating func put(_ notice: Notice, at place: Place, isAnew: Bool = false) -> [Order] {
        if var posting = postings[place] {
            switch posting.display {
            case .shown where posting.notice == notice && !isAnew: return []
            case .shown(let number):
                posting.display = .due
                posting.notice = notice
                postings[place] = posting
                return show(place, replacing: number)
            case .underWay: posting.isStale = posting.isStale || posting.notice != notice
            case .due, .away, .refused: posting.display = .due
            }
            posting.notice = notice
            postings[place] = posting
        } else {
            lastSerial += 1
            postings[place] = Posting(notice: notice, display: .due, serial: lastSerial)
        }
        return showAll()
    }

    /// Puts another notice in the place of one; where that was closed, it stays away.
    mutating func update(_ notice: Notice, at place: Place) -> [Order] {
        guard let posting = postings[place] else { return [] }
        guard posting.display == .away else { return put(notice, at: place) }
        postings[place]?.notice = notice
        return []
    }

    /// Shows what is at a place again, also where it was closed.
    mutating func showAgain(_ place: Place) -> [Order] {
        guard let notice = postings[place]?.notice else { return [] }
        return put(notice, at: place, isAnew: true)
    }

    mutating func remove(_ place: Place) -> [Order] {
        guard let posting = postings.removeValue(forKey: place) else { return [] }
        switch posting.display {
        case .shown(let number): return [.close(number)]
        case .underWay: discarded.insert(place)
        case .due, .away, .refused: break
        }
        return []
    }

    mutating func removeAll() -> [Order] {
        postings.sorted { $0.value.serial < $1.value.serial }.flatMap { remove($0.key) }
    }

    /// The notice that is shown under a number, and its place; nil where none is, or another one is
    /// taking its place.
    func notice(shownAs number: UInt32) -> (place: Place, notice: Notice)? {
        postings.first { $0.value.display == .shown(number) }.map { ($0.key, $0.value.notice) }
    }

    /// Takes in what came of an order, or what the service did by itself.
    mutating func take(_ event: Event) -> [Order] {
        switch event {
        case .capable(let capabilities):
            guard case .asked = service else { return [] }
            service = .ready(capabilities)
            return showAll()
        case .unable(let isSilent):
            guard case .asked(let came) = service else { return [] }
            service = came ? .unknown : isSilent ? .silent : .absent
            return came ? showAll() : []
        case .shown(let place, let number): return shown(place, number)
        case .notShown(let place, let isSilent): return notShown(place, isSilent: isSilent)
        case .closed(let number):
            // A notice that is being replaced is not found: the service said so before it took the
            // next.
            guard let (place, notice) = notice(shownAs: number) else { return [] }
            if notice.standing == .passing {
                postings[place] = nil
            } else {
                postings[place]?.display = .away
            }
            return []
        case .owner(let isThere): return change(isThere: isThere)
        }
    }

    private mutating func shown(_ place: Place, _ number: UInt32) -> [Order] {
        // Another posting may have taken the place meanwhile; its turn comes now.
        let isDiscarded = discarded.remove(place) != nil
        guard var posting = postings[place], !isDiscarded else {
            return [.close(number)] + showAll()
        }
        guard case .underWay(_, let asked) = posting.display else { return [.close(number)] }
        // A number of a service that was succeeded meanwhile is none of the next one's; where the
        // next one answered after all, it replaces its own.
        let isStale = posting.isStale || asked != generation
        posting.isStale = false
        posting.display = isStale ? .due : .shown(number)
        postings[place] = posting
        guard isStale else { return [] }
        let orders = show(place, replacing: number)
        return orders.isEmpty ? showAll() : orders
    }

    private mutating func notShown(_ place: Place, isSilent: Bool) -> [Order] {
        discarded.remove(place)
        guard var posting = postings[place] else { return [] }
        if case .underWay(_, let asked) = posting.display {
            posting.display = asked == generation && !isSilent && !posting.isStale ? .refused : .due
            posting.isStale = false
            postings[place] = posting
            if isSilent, asked == generation { service = .silent }
        }
        return showAll()
    }

    private mutating func change(isThere: Bool) -> [Order] {
        generation += 1
        for (place, posting) in postings {
            switch posting.display {
            case .shown where posting.notice.standing == .passing: postings[place] = nil
            case .shown, .refused: postings[place]?.display = .due
            case .due, .underWay, .away: break
            }
        }
        switch (service, isThere) {
        case (.asked, true): service = .asked(came: true)
        case (.asked, false): break
        case (_, true): service = .unknown
        // Open notices wait for its return: a call would start it behind the person's back.
        case (_, false): service = .absent
        }
        return isThere ? showAll() : []
    }

    /// Shows what is due as far as the service allows.
    private mutating func showAll() -> [Order] {
        let due = postings.filter { $0.value.display == .due && !discarded.contains($0.key) }
        switch service {
        case .ready:
            return due.sorted { $0.value.serial < $1.value.serial }
                .flatMap { show($0.key, replacing: 0) }
        case .unknown, .absent:
            guard !due.isEmpty else { return [] }
            service = .asked(came: false)
            return [.ask]
        case .asked, .silent: return []
        }
    }

    private mutating func show(_ place: Place, replacing number: UInt32) -> [Order] {
        guard case .ready(let capabilities) = service, let notice = postings[place]?.notice
        else { return [] }
        postings[place]?.display = .underWay(replacing: number, generation: generation)
        return [.show(place, NotificationForm(notice, capabilities), replacing: number)]
    }
}
