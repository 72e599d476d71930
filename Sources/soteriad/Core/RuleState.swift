import Dispatch
import Engine
import EventStore
import RuleFiles

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
    /// record, else the defaults.
    static func atStart(_ settings: Settings, recorded: RulesLoaded?) -> RuleState {
        let loader = RuleLoader(zones: settings.zones)
        let read = loader.load(settings.directories)
        if let set = read.ruleSet {
            return RuleState(
                inForce: set, merged: read.merged, lastRead: read,
                weakened: weakened(set, replacing: recorded, settings))
        }
        // Where zone files are gone, the last good set holds by the machine's own zone.
        let lenient = RuleLoader(zones: settings.zones.standingIn(settings.zones.local().zone))
        let fallbacks = [
            recorded.map { loader.load(sources: $0.sources) },
            recorded.map { lenient.load(sources: $0.sources) },
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

    /// By which entries a set protects less than the recorded one; none where that can no longer be
    /// read.
    private static func weakened(
        _ set: RuleSet, replacing recorded: RulesLoaded?, _ settings: Settings
    ) -> [String] {
        guard let recorded,
            recorded.fingerprint != RuleText.fingerprint(of: set.sources)
        else { return [] }
        let lenient = RuleLoader(zones: settings.zones.standingIn(settings.zones.local().zone))
        return lenient.load(sources: recorded.sources).ruleSet.map(set.weakenings) ?? []
    }
}

extension Settings {
    /// Reads the files, one of the person's own replaced by a text, or added.
    func load(replacing name: String, with text: String?) -> RuleLoading {
        let loader = RuleLoader(zones: zones)
        let read = loader.load(directories)
        guard let text else { return read }
        let own = directories.places.last { $0.layer > 0 }
        let path = (own?.path ?? "") + "/" + name
        let layer = own?.layer ?? 2
        var sources = read.sources.filter { $0.path != path }
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
        ruleReader.async {
            let loading = RuleLoader(zones: settings.zones).load(settings.directories)
            self.enter { daemon in
                let last = daemon.rules.lastRead
                if isChecking, loading.fingerprint == last.fingerprint,
                    loading.diagnostics == last.diagnostics
                {
                    return
                }
                daemon.takeRules(loading) { daemon, result in then?(daemon, loading, result) }
            }
        }
    }

    private func takeRules(
        _ loading: RuleLoading,
        then: @escaping @Sendable (isolated Daemon, Result<Answer, StoreError>) -> Void
    ) {
        observe()
        let before = rules.lastRead
        rules.lastRead = loading
        rules.readAt = engine.now
        guard let set = loading.ruleSet else {
            journal.rulesRefused(loading, inForce: engine.state.rules ?? "")
            refreshStatus()
            return then(self, .success(.unchanged))
        }
        if !loading.diagnostics.isEmpty, loading.diagnostics != before.diagnostics {
            journal.rulesWarned(loading)
        }
        let weakened =
            set.sources == rules.inForce.sources ? [] : set.weakenings(replacing: rules.inForce)
        rules.inForce = set
        rules.merged = loading.merged
        rules.loadedAt = engine.now
        names = set.targetNames
        take(.rules(set, weakened: weakened), then: then)
    }
}
