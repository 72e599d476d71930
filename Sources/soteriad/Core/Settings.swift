import RuleFiles
import RuleModel

/// The settings that the daemon was started with.
struct Settings: Sendable {
    var directories: RuleDirectories
    var zones: ZoneSource
    /// Seconds between the marks of schedules, auto-protection and risk.
    var cadences: (schedules: Int, autoProtection: Int, risk: Int)
    /// The place for copies of lists of sites; nil: none are kept, as in tests without a directory.
    var listCopies: ListCopies?
    var login = LoginState()
}

extension Settings {
    /// A loader for files and for recorded rules. A lenient one accepts recorded rules although
    /// something they name is gone: the machine's zone stands in for a zone, a lost list is left
    /// out. `known` are lists that were read before, `compared` those to compare the rules with.
    func loader(
        known: [ListFile] = [], compared: [SiteList] = [], isLenient: Bool = false
    ) -> RuleLoader {
        RuleLoader(
            zones: isLenient ? zones.standingIn(zones.local().zone) : zones,
            lists: ListSource(
                copies: listCopies, known: known, compared: compared, isLenient: isLenient))
    }

    /// Reads the files with a text in place of one of the person's own, or added; copies no lists.
    func load(
        replacing name: String, with text: String?, known: [ListFile] = []
    ) -> RuleLoadResult {
        let read = RuleLoader(zones: zones, lists: ListSource(known: known)).load(directories)
        guard let text else { return read }
        let loader = RuleLoader(zones: zones, lists: ListSource(known: read.lists + known))
        let own = directories.sources.last { $0.layer > 0 }
        let path = (own?.path ?? "") + "/" + name
        let layer = own?.layer ?? 2
        var sources = read.sources.filter { $0.path != path && !$0.isList }
        let index = sources.firstIndex { ($0.layer, $0.path) > (layer, path) } ?? sources.endIndex
        sources.insert(RuleText(path: path, layer: layer, text: text), at: index)
        return loader.load(sources: sources)
    }
}
