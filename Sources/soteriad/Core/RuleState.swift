import Engine
import EventStore
import RuleFiles
import RuleModel

/// The rules in force, and the result of the last load of the files.
struct RuleState: Sendable {
    private(set) var inForce: RuleSet
    private(set) var merged: MergedRules
    private(set) var lastRead: RuleLoadResult
    /// The time of the last load, in trusted time; nil before the daemon runs.
    private(set) var readAt: Instant?
    /// The time at which the rules in force took effect; nil if they came from the record.
    private(set) var loadedAt: Instant?
    /// The entries by which the rules in force at the start protect less than the recorded ones.
    private(set) var weakened: [String] = []
    /// The changes of the shipped defaults that came with an upgrade, found at the start.
    private(set) var defaultsChanges: [DefaultsChange] = []
    /// The recorded rules, if the files differed at the start; nil if they can no longer be read.
    private(set) var recorded: RuleLoadResult?
    /// The rule sets before edits that wait or can be taken back, at the start, by the edits' ids.
    private(set) var earlier: [Int64: RuleSet] = [:]
    /// The sets before the edits that a replaced record passes on, at the start, by its numbers.
    private(set) var carried: [Int64: RuleSet] = [:]
    /// The machine's former zones that the record or a replaced one names, at the start, by name;
    /// without those that can no longer be read.
    private(set) var zones: [String: TimeZoneRules] = [:]
    /// The last load, unchanged, if only the limit of waiting edits kept it out of force.
    private(set) var heldBack: RuleLoadResult?
    /// Directories that cannot be watched, with the reason.
    private(set) var unwatched: [String: String] = [:]
    private(set) var names: [String: String] = [:]
    private var watchLists: (@Sendable ([String]) -> Void)?

    /// True if the files have errors, so that an earlier set is in force.
    var isRefused: Bool { lastRead.ruleSet == nil }

    /// The file that an entry in force, such as `quiet_hours.nights`, came from.
    func origin(of entry: String) -> String? {
        merged.place(of: entry)?.file
    }

    /// Loads the rules at the start: the files if they are valid, else the last good set from the
    /// record, else the defaults; also the sets before each edit. After a restore the last good set
    /// is that of the replaced record.
    static func atStart(_ settings: Settings, _ opening: OpenResult) -> RuleState {
        var rules = written(settings, recorded: opening.carried?.rules ?? opening.lastRules)
        let read = rules.lastRead
        func sets(before edits: [RuleEdit]) -> [Int64: RuleSet] {
            var sets: [Int64: RuleSet] = [:]
            for edit in edits where edit.change == nil {
                sets[edit.id] = Self.read(edit.sources, settings, upgradedTo: read).before?.ruleSet
            }
            return sets
        }
        rules.earlier = sets(before: opening.state.edits)
        rules.carried = sets(before: opening.carried?.edits ?? [])
        let edits = opening.state.edits + (opening.carried?.edits ?? [])
        for name in edits.map(\.zone) + [opening.state.zone, opening.carried?.zone] {
            guard let name, rules.zones[name] == nil else { continue }
            rules.zones[name] = try? settings.zones.zone(shownAs: name).get()
        }
        rules.names = rules.inForce.targetNames
        return rules
    }

    private static func written(_ settings: Settings, recorded: RulesLoaded?) -> RuleState {
        let loader = settings.loader()
        let read = loader.load(settings.directories)
        if let set = read.ruleSet {
            let isEdited = recorded.map {
                $0.fingerprint != RuleText.fingerprint(of: set.sources)
            }
            let (before, changes) = Self.read(
                isEdited == true ? recorded?.sources : nil, settings, upgradedTo: read)
            return RuleState(
                inForce: set, merged: read.merged, lastRead: read,
                weakened: before?.ruleSet.map(set.weakenings) ?? [], defaultsChanges: changes,
                recorded: before)
        }
        let fallbacks = [
            Self.read(recorded?.sources, settings, upgradedTo: read).before,
            loader.load(RuleDirectories(overriding: [])),
        ]
        for case let loading? in fallbacks {
            guard var set = loading.ruleSet else { continue }
            // The set that stands in for the recorded one must not take its place in the record.
            if let recorded { set.sources = recorded.sources }
            return RuleState(inForce: set, merged: loading.merged, lastRead: read)
        }
        return RuleState(inForce: .empty, merged: read.merged, lastRead: read)
    }

    /// Parses recorded texts, as they would be under the shipped defaults of the present ones; nil
    /// if they are no longer a valid rule set. If zone files are gone, the machine's zone stands
    /// in; a list of sites that is gone is left out.
    private static func read(
        _ recorded: [RuleText]?, _ settings: Settings, upgradedTo present: RuleLoadResult
    ) -> (before: RuleLoadResult?, changes: [DefaultsChange]) {
        guard let recorded else { return (nil, []) }
        let (sources, changes) = DefaultsChange.upgrade(recorded, to: present.sources)
        let before = [false, true].lazy
            .map { isLenient in
                settings.loader(known: present.lists, isLenient: isLenient).load(sources: sources)
            }
            .first { $0.ruleSet != nil }
        return (before, changes)
    }

    /// Records what is in force after the start; rules in the files may have to wait.
    mutating func begin(at now: Instant, isHeldBack: Bool, names: [String: String]) {
        self.names = names
        if isHeldBack, let recorded, let set = recorded.ruleSet {
            inForce = set
            merged = recorded.merged
        }
        recorded = nil
        earlier = [:]
        carried = [:]
        zones = [:]
        readAt = now
        if !isRefused { loadedAt = now }
    }

    /// Stores the directories that cannot be watched, and the function that watches directories of
    /// lists.
    mutating func connect(
        unwatched: [String: String], _ watchLists: @escaping @Sendable ([String]) -> Void
    ) {
        self.unwatched = unwatched
        self.watchLists = watchLists
    }

    func watch(_ directories: [String]) { watchLists?(directories) }

    /// Stores the list files as they were loaded again, with unchanged content.
    mutating func update(lists: [ListFile]) { lastRead.lists = lists }

    mutating func update(names: [String: String]) { self.names = names }

    mutating func update(lastRead loading: RuleLoadResult, at now: Instant) {
        lastRead = loading
        heldBack = nil
        readAt = now
    }

    /// Stores a load that is kept out of force, and the refusal in its place.
    mutating func holdBack(_ loading: RuleLoadResult, as refused: RuleLoadResult) {
        heldBack = loading
        lastRead = refused
    }

    /// Puts a set in force. Both sets' names stay known, because reports may name either's targets.
    mutating func putInForce(_ set: RuleSet, _ merged: MergedRules, at now: Instant) {
        names.merge(set.targetNames) { _, new in new }
        inForce = set
        self.merged = merged
        loadedAt = now
    }

    mutating func restore(_ before: RuleState) {
        inForce = before.inForce
        merged = before.merged
        loadedAt = before.loadedAt
    }
}

extension Daemon {
    /// Reads rule files beside the loop; puts valid ones in force. `then` is called
    /// on the loop once they are in force and on disk, or refused. With `onlyIfChanged`, files that
    /// have not changed are ignored and `then` is not called; without it, they are put in force
    /// again.
    func reload(
        onlyIfChanged: Bool = false,
        then: (
            @Sendable (isolated Daemon, RuleLoadResult, Result<Void, StoreError>) -> Void
        )? = nil
    ) {
        let settings = settings
        let known = rules.lastRead.lists
        // Comparing long lists takes too long for the loop.
        let compared = engine.rules.targets.flatMap(\.lists)
        let inForce = rules.inForce
        work.rules.async {
            let loading = settings.loader(known: known, compared: compared)
                .load(settings.directories)
            let weakened = loading.ruleSet?.weakened(since: inForce)
            self.enter { daemon in
                daemon.work.recordReading()
                if onlyIfChanged, daemon.isKnown(loading) {
                    // The lists as they were read now.
                    daemon.rules.update(lists: loading.lists)
                    return
                }
                let isStillInForce = daemon.rules.inForce.sources == inForce.sources
                daemon.applyRules(
                    loading, weakened: isStillInForce ? weakened : nil
                ) { daemon, loading, result in
                    daemon.followLists()
                    then?(daemon, loading, result)
                }
            }
        }
    }

    /// Returns true if nothing has changed since the last load.
    private func isKnown(_ loading: RuleLoadResult) -> Bool {
        let last = rules.heldBack ?? rules.lastRead
        guard loading.fingerprint == last.fingerprint, loading.diagnostics == last.diagnostics
        else { return false }
        // Rules that were held back take effect once there is room.
        return rules.heldBack == nil || engine.isFullOfEdits
    }

    /// Puts a load in force. `weakened` lists the entries that protect less than before, if known.
    private func applyRules(
        _ loading: RuleLoadResult, weakened: [String]?,
        then:
            @escaping @Sendable (isolated Daemon, RuleLoadResult, Result<Void, StoreError>) -> Void
    ) {
        observe()
        let before = rules.lastRead
        rules.update(lastRead: loading, at: engine.now)
        guard let set = loading.ruleSet else {
            journal.rulesRefused(loading, inForce: engine.state.rules ?? "")
            refreshStatus()
            return then(self, loading, .success(()))
        }
        if !loading.diagnostics.isEmpty, loading.diagnostics != before.diagnostics {
            journal.rulesWarned(loading)
        }
        // If edits wait, the engine compares them itself.
        let waits = engine.rules.weakeningWaits > .zero || set.weakeningWaits > .zero
        let weakened = waits ? [] : weakened ?? set.weakened(since: rules.inForce)
        let known = rules
        rules.putInForce(set, loading.merged, at: engine.now)
        handle(.rules(set, weakened: weakened)) { daemon, answer, error in
            switch answer {
            case .refused(.tooManyEdits(let until)):
                daemon.rules.restore(known)
                let refused = daemon.holdBack(loading, until: until)
                then(daemon, refused, .success(()))
            case .replied, .storeUnavailable:
                then(daemon, loading, error.map { .failure($0) } ?? .success(()))
            }
        }
        rules.update(names: engine.rules.targetNames)
    }

    /// Refuses rules that would be one edit too many; they are read again when an edit has ended.
    @discardableResult
    func holdBack(_ loading: RuleLoadResult, until: Instant) -> RuleLoadResult {
        var refused = loading
        refused.ruleSet = nil
        let place = loading.merged.place(of: "edits.weakening_waits")
        refused.diagnostics.append(
            Diagnostic(
                severity: .error, file: place?.file ?? loading.sources.last?.path ?? "",
                line: place?.line ?? 0, column: place == nil ? 0 : 1,
                message: "\(RuleEdit.most) edits that weaken the rules are already waiting, so "
                    + "Soteria ignores this edit for now; Soteria will read the rule files again "
                    + "at \(text(until)), when the first of those edits takes effect"))
        rules.holdBack(loading, as: refused)
        journal.rulesRefused(refused, inForce: engine.state.rules ?? "")
        refreshStatus()
        return refused
    }
}

/// Lists of sites that the rules name: watched for changes, and copied as long as they are needed.
extension Daemon {
    /// Watches the directories of all lists that the rules name, in force or not.
    func followLists() {
        let paths = rules.lastRead.listPaths + engine.written.sources.filter(\.isList).map(\.path)
        rules.watch(
            paths.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) })
    }

    /// Reads the rules again if a list has changed since it was read.
    func checkLists() {
        let lists = rules.lastRead.lists
        guard !lists.isEmpty else { return }
        work.rules.async {
            guard lists.contains(where: { !$0.isCurrent }) else { return }
            self.enter { $0.reload(onlyIfChanged: true) }
        }
    }

    /// Removes copies of lists that nothing needs: neither the rules in force, nor those read last,
    /// nor any that an edit may bring back. A copy younger than `grace` seconds stays, because
    /// rules read just now may not be in force yet.
    func pruneLists(grace: Int = 600) {
        // Rules not yet in the record need their copies, and so do the rules that they replace.
        guard let copies = settings.listCopies, !record.isFailing else { return }
        var sources = engine.written.sources + rules.inForce.sources + rules.lastRead.sources
        sources += engine.state.edits.flatMap(\.sources)
        let needed = Set(sources.compactMap(\.digest))
        work.rules.async { copies.prune(keeping: needed, grace: grace) }
    }
}

extension MergedRules {
    /// The file and line in which an entry was written; nil if there is none.
    fileprivate func place(of entry: String) -> (file: String, line: Int)? {
        guard let place = origin(of: entry), let colon = place.lastIndex(of: ":")
        else { return nil }
        return (String(place[..<colon]), Int(place[place.index(after: colon)...]) ?? 0)
    }
}

extension RuleSet {
    /// The entries by which this set protects less than an earlier one; equal texts are skipped.
    fileprivate func weakened(since before: RuleSet) -> [String] {
        sources == before.sources ? [] : weakenings(replacing: before)
    }
}
