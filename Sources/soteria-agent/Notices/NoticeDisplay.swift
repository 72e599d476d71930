/// The notices to show, and those that the notification service shows: a state machine without
/// clock, input or output.
///
/// The owner puts a notice for a subject and removes it again. The display has the service show it,
/// with one call at a time for each subject, and shows open notices again after a restart of the
/// service. A notice that the service closed is shown again only if it is put again.
struct NoticeDisplay: Sendable {
    /// The subject of a notice; at most one notice of each is shown.
    enum Place: Hashable, Sendable {
        /// A prompt of the daemon, and the result of its answer.
        case prompt(Int)
        /// A notice of the agent itself.
        case information(String)
    }

    /// A call to the notification service.
    enum Order: Hashable, Sendable {
        /// Ask for its capabilities; answered by `capable` or `unable`.
        case ask
        /// Show a notice in place of another, 0 for none; answered by `shown` or `notShown`.
        case show(Place, NotificationForm, replacing: UInt32)
        /// Close a notice; needs no answer.
        case close(UInt32)
    }

    enum Event: Sendable {
        /// The service reported its capabilities.
        case capable(Capabilities)
        /// The service did not report them; silent if it let the time limit pass.
        case unable(isSilent: Bool)
        /// A notice is shown under a number.
        case shown(Place, UInt32)
        /// A notice is not shown; silent if the service let the time limit pass.
        case notShown(Place, isSilent: Bool)
        /// The notice with this number was closed by the person or by the service.
        case closed(UInt32)
        /// The service is another program now, or none.
        case owner(isThere: Bool)
    }

    private enum Service: Hashable, Sendable {
        /// Its capabilities were not requested yet.
        case unknown
        /// Its capabilities were requested; `came` if the service has started since.
        case asked(came: Bool)
        /// The service answers.
        case ready(Capabilities)
        /// The service let a time limit pass: it is not called until it restarts.
        case silent
        /// There is no service. A call may start one, so the next notice asks again.
        case absent
    }

    private enum Display: Hashable, Sendable {
        case due
        /// A call to show it is pending, replacing a number, by a service of this generation.
        case underWay(replacing: UInt32, generation: Int)
        /// It is shown under this number.
        case shown(UInt32)
        /// It was closed.
        case away
        /// The service refused it. The next service may accept it.
        case refused
    }

    private struct Posting: Sendable {
        var notice: Notice
        var display: Display
        /// Whether the notice changed while the call was pending.
        var isStale = false
        /// Increases with each notice, so that older ones are shown first.
        let serial: Int
    }

    private var service = Service.unknown
    private var postings: [Place: Posting] = [:]
    /// The subjects whose notice was removed while the call was pending.
    private var discarded: Set<Place> = []
    /// Counts the starts and ends of the service.
    private var generation = 0
    private var lastSerial = 0

    /// Whether a notice cannot be shown, since there is no service or it does not answer.
    var isBlind: Bool {
        (service == .silent || service == .absent)
            && postings.values.contains { $0.display == .due }
    }

    /// Shows a notice, replacing the one of the same subject. With `isAnew`, the person should
    /// notice it even if the same notice is shown: services that have put it aside bring it
    /// forward.
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

    /// Updates the notice of a subject; a closed one stays closed.
    mutating func update(_ notice: Notice, at place: Place) -> [Order] {
        guard let posting = postings[place] else { return [] }
        guard posting.display == .away else { return put(notice, at: place) }
        postings[place]?.notice = notice
        return []
    }

    /// Shows the notice of a subject again, even if it was closed.
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

    /// The notice shown under a number, and its subject; nil if there is none, or if it is being
    /// replaced.
    func notice(shownAs number: UInt32) -> (place: Place, notice: Notice)? {
        postings.first { $0.value.display == .shown(number) }.map { ($0.key, $0.value.notice) }
    }

    /// Handles the result of an order, or an event of the service.
    mutating func handle(_ event: Event) -> [Order] {
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
            // A notice that is being replaced is not found: the service closed it before it
            // received the replacement.
            guard let (place, notice) = notice(shownAs: number) else { return [] }
            if notice.lifetime == .passing {
                postings[place] = nil
            } else {
                postings[place]?.display = .away
            }
            return []
        case .owner(let isThere): return change(isThere: isThere)
        }
    }

    private mutating func shown(_ place: Place, _ number: UInt32) -> [Order] {
        // Another notice of the subject may have been put since; it is shown now.
        let isDiscarded = discarded.remove(place) != nil
        guard var posting = postings[place], !isDiscarded else {
            return [.close(number)] + showAll()
        }
        guard case .underWay(_, let asked) = posting.display else { return [.close(number)] }
        // A number from a previous service means nothing to the next one; if the next one did
        // answer, it replaces its own notice.
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
            case .shown where posting.notice.lifetime == .passing: postings[place] = nil
            case .shown, .refused: postings[place]?.display = .due
            case .due, .underWay, .away: break
            }
        }
        switch (service, isThere) {
        case (.asked, true): service = .asked(came: true)
        case (.asked, false): break
        case (_, true): service = .unknown
        // Open notices wait for its return: a call would restart a service that the person ended.
        case (_, false): service = .absent
        }
        return isThere ? showAll() : []
    }

    /// Shows the notices that are due, if the service allows it.
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
