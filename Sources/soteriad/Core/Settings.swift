import RuleFiles
import RuleModel

/// The settings that the daemon was started with.
struct Settings: Sendable {
    var directories: RuleDirectories
    var zones: ZoneSource
    /// Seconds between the marks of schedules, auto-protection and risk.
    var cadences: (schedules: Int, autoProtection: Int, risk: Int)
    /// Where copies of the lists of sites are kept; nil: nowhere, as in tests without a directory.
    var listCopies: ListCopies?
}

extension Settings {
    /// A loader of the files, and of what was recorded of them. A lenient one takes recorded rules
    /// as far as what they name is still there: the machine's zone stands in for zones, and a list
    /// that is lost is left out. `known` are lists that were read before, `compared` those with
    /// which the rules will be compared.
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
    ) -> RuleLoadResult {
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
