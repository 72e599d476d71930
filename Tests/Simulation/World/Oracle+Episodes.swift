import Engine
import RuleModel

/// Episodes: what became of the requests about a target within two hours.
extension Oracle {
    struct Episode {
        let target: String
        /// The number of those that share requests.
        var group: Int
        /// When the two hours are over, in the elapsed time of the present boot.
        var deadline: TimeSpan
        /// The requests about the target that are open.
        var open: Set<Int64>
        var isOpened = false
        /// The requests that were kept, each with the protection that ended it, if that is strict.
        var kept: [Int64: Int64?] = [:]

        static let length = TimeSpan.hours(2)

        func isOver(at elapsed: TimeSpan) -> Bool { open.isEmpty && deadline <= elapsed }
    }

    /// A request begins episodes of what is blocked, else of all that it is about, or belongs to
    /// those that are open.
    mutating func beginEpisodes(of request: UnblockRequest, _ event: Event) {
        let blocked = request.targets.filter { told[$0]?.isBlocked ?? false }
        var groups: Set<Int> = []
        for target in blocked.isEmpty ? request.targets : blocked {
            let known = episodes.lastIndex {
                $0.target == target && !$0.isOver(at: event.elapsed)
            }
            if let known {
                episodes[known].open.insert(request.id)
                groups.insert(episodes[known].group)
            } else {
                groups.insert(episodes.count)
                episodes.append(
                    Episode(
                        target: target, group: episodes.count,
                        deadline: event.elapsed + Episode.length, open: [request.id]))
            }
        }
        for index in episodes.indices where groups.contains(episodes[index].group) {
            episodes[index].group = groups.min() ?? 0
        }
    }

    /// A request ends; `protection`: the strict one by which a person ended it, if any.
    mutating func endEpisodes(of request: Int64, isKept: Bool, by protection: Int64? = nil) {
        for index in episodes.indices where episodes[index].open.remove(request) != nil {
            if isKept { episodes[index].kept.updateValue(protection, forKey: request) }
        }
    }

    /// Targets are opened: by a grant, or by the early end of a protection.
    mutating func openEpisodes(of targets: [String], _ request: Int64, _ event: Event) {
        for index in episodes.indices where targets.contains(episodes[index].target) {
            let episode = episodes[index]
            if episode.open.contains(request) || !episode.isOver(at: event.elapsed) {
                episodes[index].isOpened = true
            }
        }
    }

    /// Takes a strict protection back: it kept nothing.
    mutating func takeBackEpisodes(_ protection: Int64) {
        for index in episodes.indices {
            episodes[index].kept = episodes[index].kept.filter { $0.value != protection }
        }
    }

    /// All episodes, those that were opened, and those that were kept; those that share requests
    /// are one.
    var episodeCounts: [Int] {
        var opened: Set<Int> = []
        var kept: Set<Int> = []
        for episode in episodes {
            if episode.isOpened { opened.insert(episode.group) }
            if !episode.kept.isEmpty { kept.insert(episode.group) }
        }
        return [
            Set(episodes.map(\.group)).count, opened.count, kept.subtracting(opened).count,
        ]
    }

    // MARK: Protections by hand

    /// A person protects targets: every request about one of them ends, unless it is being
    /// confirmed.
    mutating func expectEnds(ofRequestsAbout began: Protection) {
        guard began.kind == .manualProtection else { return }
        for (id, wish) in wishes where wish.targets.contains(where: began.targets.contains) {
            wishes[id]?.endedBy = began.id
        }
    }

    /// The strict protection by which a request ends, if that is why; throws if none of its targets
    /// is protected by hand.
    func protection(ending wish: Wish, _ closing: RequestEnd) throws -> Int64? {
        guard closing.outcome == .protected else { return nil }
        if let id = wish.endedBy {
            return protections.first { $0.id == id && $0.isStrict }?.id
        }
        let isProtected = protections.contains { running in
            !running.isAuto && running.targets.contains(where: wish.targets.contains)
        }
        guard isProtected else {
            throw Violation(.episodes, "request \(closing.request) ends and nobody protects")
        }
        return nil
    }
}

extension Life {
    /// Checks that a person who protects targets ends the requests about them. Those whose
    /// confirmation is on its way to the disk go on.
    func checkEnds(ofRequestsAbout targets: [String]) throws {
        let left = engine.state.requests.first { request in
            request.targets.contains(where: targets.contains) && !isUnderWay(request.id)
        }
        if let left { throw Violation(.episodes, "request \(left.id) outlasts a protection") }
    }

    /// Checks the figures of all episodes.
    func checkEpisodes() throws {
        guard let days = engine.state.tally.recorded else { return }
        let told = engine.state.tally.metrics(days: Range(days)).episodes
        let counts = [told.all, told.opened, told.kept]
        guard counts == oracle.episodeCounts else {
            throw Violation(
                .episodes,
                "\(counts) episodes, opened and kept, where \(oracle.episodeCounts) were")
        }
    }
}
