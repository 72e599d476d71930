import API
import RuleFiles

/// The sites, the exceptions, the apps or the programs of a target.
struct PlaceList {
    let id: String
    let heading: String
    let places: [PlaceRow]
    /// The number of further places, in words.
    let more: String?

    /// The lists of a target that are not empty.
    static func all(
        _ target: TargetsAPI.Target, _ entry: TargetEntry?, _ use: RecentUse, _ now: Moment,
        _ answer: TargetFormFailure, _ context: PageContext
    ) -> [PlaceList] {
        let names = PersonalNames([target])
        let sites = Set((entry?.sites ?? []).map { $0.contains("/") ? $0 : $0.lowercased() })
        let programs = Set((entry?.apps ?? []) + (entry?.executables ?? []))
        func list(
            _ kind: String, _ places: [NamedPlace], _ count: Int, _ field: String,
            canChange: Bool = true
        ) -> PlaceList? {
            guard count > 0 else { return nil }
            let rows = places.enumerated().map { index, place in
                PlaceRow(
                    place, "\(kind)-\(index)", field,
                    canRemove: canChange
                        && (place.site.map { sites.contains($0) }
                            ?? programs.contains(place.text)),
                    canName: canChange, names, use.words(place, context, now: now), answer)
            }
            let more = count - places.count
            return PlaceList(
                id: "list-\(kind)", heading: context.texts("places.\(kind)"), places: rows,
                more: more > 0
                    ? context.texts(
                        places.isEmpty ? "places.all" : "places.more", count: more,
                        ["count": context.formats.number(more)]) : nil)
        }
        let exceptions = target.exceptions.map(NamedPlace.site)
        return [
            list("sites", target.siteNames.map(NamedPlace.site), target.siteCount, "site"),
            list("exceptions", exceptions, exceptions.count, "site", canChange: false),
            list("apps", target.apps.map(NamedPlace.app), target.appCount, "app"),
            list(
                "programs", target.executables.map(NamedPlace.app), target.executableCount,
                "executable"),
        ].compactMap(\.self)
    }
}

struct PlaceRow {
    let id: String
    let ownName: String?
    /// The host, the id or the path.
    let place: String
    let use: String?
    /// The form field that identifies the place for naming; nil if the place cannot be named.
    let namedBy: String?
    /// The form field that identifies the place for removal; nil if the place cannot be removed.
    let removedBy: String?
    let name: Field
    let isOpen: Bool

    init(
        _ place: NamedPlace, _ id: String, _ field: String, canRemove: Bool, canName: Bool,
        _ names: PersonalNames, _ use: String?, _ answer: TargetFormFailure
    ) {
        self.id = id
        self.place = place.text
        self.use = use
        ownName = names.own(place)
        // Only whole sites have names: neither what is below a site alone, nor a path, nor "*".
        let isPart = place.site?.contains { "/*".contains($0) } ?? false
        namedBy = isPart || !canName ? nil : place.site == nil ? "app" : "site"
        removedBy = canRemove ? field : nil
        let naming = answer.naming.flatMap { $0.place == place ? $0 : nil }
        name = Field(
            "name-\(id)", name: "name", naming?.typed ?? ownName ?? "",
            errors: [naming?.problem], hasFocus: naming != nil)
        isOpen = naming != nil
    }
}
