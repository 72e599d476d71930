import Dispatch
import Engine
import EventStore
import RuleFiles
import RuleModel

/// The rules in force and what came of reading the files last.
struct RuleState: Sendable {
    /// What is in force.
    var inForce: RuleSet
    /// Where the entries in force came from.
    var merged: MergedRules
    /// The last reading of the files.
    var lastRead: RuleLoading
    /// When the files were last read, in trusted time; nil before the daemon runs.
    var readAt: Instant?
    /// When what is in force came into force; nil where it came from the record.
    var loadedAt: Instant?
    /// By which entries what came into force at the start protects less than what was recorded.
    var weakened: [String] = []
    /// What the record has, where the files had other texts at the start; nil where it can no
    /// longer be read as well.
    var recorded: RuleLoading?
    /// The sets before the edits that wait or can be gone back to, at the start.
    var earlier: [Int64: RuleSet] = [:]
    /// The last reading as it was, where only too many edits that wait kept it out of force.
    var heldBack: RuleLoading?
    /// Directories that are not watched, with the reason.
    var unwatched: [String: String] = [:]

    /// Whether the files as last read have errors, so that an earlier set is in force.
    var isRefused: Bool { lastRead.ruleSet == nil }

    /// The file that an entry in force came from: `quiet_hours.nights`.
    func origin(of entry: String) -> String? {
        merged.origin(of: entry).flatMap { place in
            place.lastIndex(of: ":").map { String(place[..<$0]) }
        }
    }

    /// What is in force at the start: the files if they are right, else the last good set from the
    /// record, else the defaults; beside it the sets before the edits.
    static func atStart(
        _ settings: Settings, recorded: RulesLoaded?, edits: [RuleEdit] = []
    ) -> RuleState {
        var rules = written(settings, recorded: recorded)
        for edit in edits where edit.change == nil {
            rules.earlier[edit.id] =
                read(
                    edit.sources, settings, known: rules.lastRead.lists)?.ruleSet
        }
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
            // What stands in for the recorded set must not take its place in the record.
            if let recorded { set.sources = recorded.sources }
            return RuleState(inForce: set, merged: loading.merged, lastRead: read)
        }
        return RuleState(inForce: .empty, merged: read.merged, lastRead: read)
    }

    /// Reads recorded texts; nil where they are no rule set any more. Where zone files are gone,
    /// they hold by the machine's own zone; where a list of sites is, without it.
    private static func read(
        _ sources: [RuleText], _ settings: Settings, known: [ListFile]
    ) -> RuleLoading? {
        [false, true].lazy
            .map { settings.loader(known: known, isLenient: $0).load(sources: sources) }
            .first { $0.ruleSet != nil }
    }
}

extension Settings {
    /// A loader of the files, and of what was recorded of them.
    ///
    /// A lenient one takes recorded rules as far as what they name is still there: the machine's
    /// zone stands in for zones, and a list that is lost is left out. `known` are lists that were
    /// read before, `compared` those with which the rules will be compared.
    func loader(
        known: [ListFile] = [], compared: [SiteList] = [], isLenient: Bool = false
    ) -> RuleLoader {
        RuleLoader(
            zones: isLenient ? zones.standingIn(zones.local().zone) : zones,
            lists: ListSource(
                copies: listCopies, known: known, compared: compared, isLenient: isLenient))
    }

    /// Reads the files, one of the person's own replaced by a text, or added; no copies are kept of
    /// the lists that it names.
    func load(
        replacing name: String, with text: String?, known: [ListFile] = []
    ) -> RuleLoading {
        let read = RuleLoader(zones: zones, lists: ListSource(known: known)).load(directories)
        guard let text else { return read }
        let loader = RuleLoader(zones: zones, lists: ListSource(known: read.lists + known))
        let own = directories.places.last { $0.layer > 0 }
        let path = (own?.path ?? "") + "/" + name
        let layer = own?.layer ?? 2
        var sources = read.sources.filter { $0.path != path && !$0.isList }
        let index = sources.firstIndex { ($0.layer, $0.path) > (layer, path) } ?? sources.endIndex
        sources.insert(RuleText(path: path, layer: layer, text: text), at: index)
        return loader.load(sources: sources)
    }
}

extension Daemon {
    /// Reads the rule files beside the loop and puts them in force where they are right.
    ///
    /// `then` is called on the loop when they are in force and on disk, or refused. Where it is
    /// only checked whether something was missed, the same texts as before are let be.
    func reload(
        isChecking: Bool = false,
        then: (
            @Sendable (isolated Daemon, RuleLoading, Result<Answer, StoreError>) -> Void
        )? = nil
    ) {
        let settings = settings
        let known = rules.lastRead.lists
        // Comparing long lists takes its time, which the loop does not have.
        let compared = engine.rules.targets.flatMap(\.lists)
        let inForce = rules.inForce
        ruleReader.async {
            let loading = settings.loader(known: known, compared: compared)
                .load(settings.directories)
            let weakened = loading.ruleSet?.weakened(since: inForce)
            self.enter { daemon in
                daemon.housekeeping.hasRead = true
                if isChecking, daemon.isKnown(loading) {
                    // Which files they were when they were read now.
                    daemon.rules.lastRead.lists = loading.lists
                    return
                }
                let isStillInForce = daemon.rules.inForce.sources == inForce.sources
                daemon.takeRules(
                    loading, weakened: isStillInForce ? weakened : nil
                ) { daemon, loading, result in
                    daemon.followLists()
                    then?(daemon, loading, result)
                }
            }
        }
    }

    /// Whether nothing has changed since the files were last read.
    private func isKnown(_ loading: RuleLoading) -> Bool {
        let last = rules.heldBack ?? rules.lastRead
        guard loading.fingerprint == last.fingerprint, loading.diagnostics == last.diagnostics
        else { return false }
        // What was held back is let in once there is room.
        return rules.heldBack == nil || engine.isFullOfEdits
    }

    /// Puts in force what was read. `weakened` is what it protects less than what is in force,
    /// where that is known already.
    private func takeRules(
        _ loading: RuleLoading, weakened: [String]?,
        then: @escaping @Sendable (isolated Daemon, RuleLoading, Result<Answer, StoreError>) -> Void
    ) {
        observe()
        let before = rules.lastRead
        rules.lastRead = loading
        rules.heldBack = nil
        rules.readAt = engine.now
        guard let set = loading.ruleSet else {
            journal.rulesRefused(loading, inForce: engine.state.rules ?? "")
            refreshStatus()
            return then(self, loading, .success(.unchanged))
        }
        if !loading.diagnostics.isEmpty, loading.diagnostics != before.diagnostics {
            journal.rulesWarned(loading)
        }
        // Where edits wait the engine compares them itself.
        let waits = engine.rules.weakeningWaits > .zero || set.weakeningWaits > .zero
        let weakened = waits ? [] : weakened ?? set.weakened(since: rules.inForce)
        names.merge(set.targetNames) { _, new in new }
        let known = rules
        rules.inForce = set
        rules.merged = loading.merged
        rules.loadedAt = engine.now
        take(.rules(set, weakened: weakened)) { daemon, result in
            guard case .success(.refused(.tooManyEdits(let until))) = result else {
                return then(daemon, loading, result)
            }
            daemon.rules = known
            let refused = daemon.holdBack(loading, until: until)
            then(daemon, refused, .success(.unchanged))
        }
        names = engine.rules.targetNames
    }

    /// Keeps out of force what would be one edit too many; the files are read again when there is
    /// room.
    @discardableResult
    func holdBack(_ loading: RuleLoading, until: Instant) -> RuleLoading {
        var refused = loading
        refused.ruleSet = nil
        let place = loading.merged.origin(of: "edits.weakening_waits")
        let colon = place?.lastIndex(of: ":")
        refused.diagnostics.append(
            Diagnostic(
                severity: .error,
                file: place.map { String($0[..<(colon ?? $0.endIndex)]) }
                    ?? loading.sources.last?.path ?? "",
                line: place.flatMap { text in
                    colon.flatMap { Int(text[text.index(after: $0)...]) }
                } ?? 0, column: place == nil ? 0 : 1,
                message: "\(RuleEdit.most) edits wait already, and this one makes the rules weaker "
                    + "again; what is in force stays so, and the files are read again when the "
                    + "first of them has waited long enough, at \(text(until))"))
        rules.heldBack = loading
        rules.lastRead = refused
        journal.rulesRefused(refused, inForce: engine.state.rules ?? "")
        refreshStatus()
        return refused
    }
}

extension RuleSet {
    /// By which entries this set protects less than the one before. The same texts are not
    /// compared.
    fileprivate func weakened(since before: RuleSet) -> [String] {
        sources == before.sources ? [] : weakenings(replacing: before)
    }
}
