import Engine
import EventStore
import RuleFiles
import RuleModel

/// The rules in force and what came of reading the files last.
struct RuleState: Sendable {
    private(set) var inForce: RuleSet
    private(set) var merged: MergedRules
    private(set) var lastRead: RuleLoadResult
    /// When the files were last read, in trusted time; nil before the daemon runs.
    private(set) var readAt: Instant?
    /// When what is in force came into force; nil where it came from the record.
    private(set) var loadedAt: Instant?
    /// By which entries what came into force at the start protects less than what was recorded.
    private(set) var weakened: [String] = []
    /// The record's rules, if the files had other texts at the start; nil if they can no longer be
    /// read as well.
    private(set) var recorded: RuleLoadResult?
    /// The sets before the edits that wait or can be gone back to, at the start.
    private(set) var earlier: [Int64: RuleSet] = [:]
    /// The last reading as it was, where only too many edits that wait kept it out of force.
    private(set) var heldBack: RuleLoadResult?
    /// Directories that are not watched, with the reason.
    private(set) var unwatched: [String: String] = [:]
    private(set) var names: [String: String] = [:]
    private var watchLists: (@Sendable ([String]) -> Void)?

    /// Whether the files as last read have errors, so that an earlier set is in force.
    var isRefused: Bool { lastRead.ruleSet == nil }

    /// The file that an entry in force came from: `quiet_hours.nights`.
    func origin(of entry: String) -> String? {
        merged.place(of: entry)?.file
    }

    /// The rules in force at the start: the files if they are right, else the last good set from
    /// the record, else the defaults; beside it the sets before the edits.
    static func atStart(
        _ settings: Settings, recorded: RulesLoaded?, edits: [RuleEdit] = []
    ) -> RuleState {
        var rules = written(settings, recorded: recorded)
        for edit in edits where edit.change == nil {
            rules.earlier[edit.id] =
                read(
                    edit.sources, settings, known: rules.lastRead.lists)?.ruleSet
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
            let before =
                isEdited == true
                ? recorded.flatMap { Self.read($0.sources, settings, known: read.lists) } : nil
            return RuleState(
                inForce: set, merged: read.merged, lastRead: read,
                weakened: before?.ruleSet.map(set.weakenings) ?? [], recorded: before)
        }
        let fallbacks = [
            recorded.flatMap { Self.read($0.sources, settings, known: read.lists) },
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

    /// Reads recorded texts; nil where they are no rule set any more. Where zone files are gone,
    /// they hold by the machine's own zone; where a list of sites is, without it.
    private static func read(
        _ sources: [RuleText], _ settings: Settings, known: [ListFile]
    ) -> RuleLoadResult? {
        [false, true].lazy
            .map { settings.loader(known: known, isLenient: $0).load(sources: sources) }
            .first { $0.ruleSet != nil }
    }

    /// Takes over what is in force after the start at an instant; what is written may have to wait.
    mutating func begin(at now: Instant, isHeldBack: Bool, names: [String: String]) {
        self.names = names
        if isHeldBack, let recorded, let set = recorded.ruleSet {
            inForce = set
            merged = recorded.merged
        }
        recorded = nil
        earlier = [:]
        readAt = now
        if !isRefused { loadedAt = now }
    }

    /// Says which directories are not watched, and gives what watches those of the lists.
    mutating func connect(
        unwatched: [String: String], _ watchLists: @escaping @Sendable ([String]) -> Void
    ) {
        self.unwatched = unwatched
        self.watchLists = watchLists
    }

    func watch(_ directories: [String]) { watchLists?(directories) }

    /// Notes which files the lists were when they were read again, the same as before.
    mutating func update(lists: [ListFile]) { lastRead.lists = lists }

    mutating func update(names: [String: String]) { self.names = names }

    mutating func update(lastRead loading: RuleLoading, at now: Instant) {
        lastRead = loading
        heldBack = nil
        readAt = now
    }

    /// Notes a reading that is kept out of force, and how it is refused.
    mutating func holdBack(_ loading: RuleLoadResult, as refused: RuleLoadResult) {
        heldBack = loading
        lastRead = refused
    }

    /// Puts a set that was read in force; what is told of both sets has its names.
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
    /// Reads the rule files beside the loop and puts them in force if they are right; `then` is
    /// called on the loop when they are in force and on disk, or refused. If it is only checked
    /// whether something was missed, the same texts as before are let be.
    func reload(
        isChecking: Bool = false,
        then: (
            @Sendable (isolated Daemon, RuleLoadResult, Result<Void, StoreError>) -> Void
        )? = nil
    ) {
        let settings = settings
        let known = rules.lastRead.lists
        // Comparing long lists takes its time, which the loop does not have.
        let compared = engine.rules.targets.flatMap(\.lists)
        let inForce = rules.inForce
        work.rules.async {
            let loading = settings.loader(known: known, compared: compared)
                .load(settings.directories)
            let weakened = loading.ruleSet?.weakened(since: inForce)
            self.enter { daemon in
                daemon.work.recordReading()
                if isChecking, daemon.isKnown(loading) {
                    // Which files they were when they were read now.
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

    /// Whether nothing has changed since the files were last read.
    private func isKnown(_ loading: RuleLoadResult) -> Bool {
        let last = rules.heldBack ?? rules.lastRead
        guard loading.fingerprint == last.fingerprint, loading.diagnostics == last.diagnostics
        else { return false }
        // Rules that were held back are let in once there is room.
        return rules.heldBack == nil || engine.isFullOfEdits
    }

    /// Puts in force what was read. `weakened` is what it protects less than what is in force,
    /// where that is known already.
    private func applyRules(
        _ loading: RuleLoading, weakened: [String]?,
        then: @escaping @Sendable (isolated Daemon, RuleLoading, Result<Void, StoreError>) -> Void
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
        // Where edits wait the engine compares them itself.
        let waits = engine.rules.weakeningWaits > .zero || set.weakeningWaits > .zero
        let weakened = waits ? [] : weakened ?? set.weakened(since: rules.inForce)
        let known = rules
        rules.putInForce(set, loading.merged, at: engine.now)
        handle(.rules(set, weakened: weakened)) { daemon, result in
            switch result {
            case .success(.refused(.tooManyEdits(let until))):
                daemon.rules.restore(known)
                let refused = daemon.holdBack(loading, until: until)
                then(daemon, refused, .success(()))
            case .success(.replied), .success(.storeUnavailable), .failure:
                then(daemon, loading, result.map { _ in })
            }
        }
        rules.update(names: engine.rules.targetNames)
    }

    /// Keeps out of force what would be one edit too many; the files are read again when there is
    /// room.
    @discardableResult
    func holdBack(_ loading: RuleLoadResult, until: Instant) -> RuleLoadResult {
        var refused = loading
        refused.ruleSet = nil
        let place = loading.merged.place(of: "edits.weakening_waits")
        refused.diagnostics.append(
            Diagnostic(
                severity: .error, file: place?.file ?? loading.sources.last?.path ?? "",
                line: place?.line ?? 0, column: place == nil ? 0 : 1,
                message: "\(RuleEdit.most) edits wait already, and this one makes the rules weaker "
                    + "again; what is in force stays so, and the files are read again when the "
                    + "first of them has waited long enough, at \(text(until))"))
        rules.holdBack(loading, as: refused)
        journal.rulesRefused(refused, inForce: engine.state.rules ?? "")
        refreshStatus()
        return refused
    }
}

/// The lists of sites that the rules name: watched for changes, and copied as long as they are
/// needed.
extension Daemon {
    /// Watches the directories of all lists that the rules name, in force or not.
    func followLists() {
        let paths = rules.lastRead.listPaths + engine.written.sources.filter(\.isList).map(\.path)
        rules.watch(
            paths.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) })
    }

    /// Reads the rules again where a list is another one than was read.
    func checkLists() {
        let lists = rules.lastRead.lists
        guard !lists.isEmpty else { return }
        work.rules.async {
            guard lists.contains(where: { !$0.isCurrent }) else { return }
            self.enter { $0.reload(isChecking: true) }
        }
    }

    /// Removes the copies of lists that neither the rules in force need, nor those that were read
    /// last, nor any that an edit may bring back; but none for `grace` seconds: what was read just
    /// now may not be in force yet.
    func pruneLists(grace: Int = 600) {
        // What is not in the record yet needs its copies, and so does what it is to replace.
        guard let copies = settings.listCopies, !record.isFailing else { return }
        var sources = engine.written.sources + rules.inForce.sources + rules.lastRead.sources
        sources += engine.state.edits.flatMap(\.sources)
        let needed = Set(sources.compactMap(\.digest))
        work.rules.async { copies.prune(keeping: needed, grace: grace) }
    }
}

extension MergedRules {
    /// The file and the line in which an entry was written; nil if there is none.
    fileprivate func place(of entry: String) -> (file: String, line: Int)? {
        guard let place = origin(of: entry), let colon = place.lastIndex(of: ":")
        else { return nil }
        return (String(place[..<colon]), Int(place[place.index(after: colon)...]) ?? 0)
    }
}

extension RuleSet {
    /// By which entries this set protects less than the one before. The same texts are not
    /// compared.
    fileprivate func weakened(since before: RuleSet) -> [String] {
        sources == before.sources ? [] : weakenings(replacing: before)
    }
}
