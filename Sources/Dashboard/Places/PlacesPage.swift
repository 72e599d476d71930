import API
import RuleEditing
import RuleFiles
import RuleModel

/// The page of all targets.
struct PlacesPage {
    let notices: [Notice]
    /// The limits of the plan, in words.
    let plan: String?
    let canAdd: Bool
    let targets: [TargetCard]
    let lately: [RecentPlace]

    private static let mostSeen = 12

    static func show(_ context: PageContext) throws -> PageResponse {
        try context.show("places", title: context.texts("places.title"), PlacesPage(context))
    }

    private init(_ context: PageContext) throws {
        let rules = try OwnRules(context)
        let listed = try context.daemon.call(TargetsAPI.List.self).targets
        let use = try RecentUse(context, now: rules.now)
        notices =
            rules.notices(context)
            + rules.leftOut(
                rules.file.targets.map { ($0.key, $0.name) }, inForce: listed.map(\.target),
                isLimited: rules.plan.entries != nil, context)
        plan = PlaceAllowance(rules.plan, listed).words(context)
        canAdd = rules.obstacle == nil && PlaceAllowance(rules.plan, listed).left != 0
        targets = listed.map { TargetCard($0, rules, use, context) }
        let names = PersonalNames(listed)
        lately = use.order.prefix(Self.mostSeen).map { place in
            RecentPlace(
                name: names.name(place),
                use: use.words(place, context, now: rules.now) ?? "",
                targets: (use.places[place]?.targets ?? []).map(rules.targetName)
                    .joined(separator: ", "))
        }
    }
}

struct RecentPlace {
    let name: String
    let use: String
    let targets: String
}

struct TargetCard {
    let name: String
    let id: String
    /// The path of its page, below the base.
    let path: String
    let state: String
    /// `blocked`, `open` or `neutral`.
    let badge: String
    let counts: String
    /// The first of its places, by the person's own names; nil if they are not shown.
    let sample: String?
    let today: String?

    private static let mostNames = 6

    init(
        _ target: TargetsAPI.Target, _ rules: OwnRules, _ use: RecentUse, _ context: PageContext
    ) {
        name = target.name
        id = "target-" + target.target.asPathPart.replacing("%", with: "-")
        path = PlacesRoutes.path(target.target)
        (state, badge) = Self.state(target, context)
        counts = Self.counts(target, context)
        let names = PersonalNames([target])
        let places =
            target.siteNames.map(NamedPlace.site)
            + (target.apps + target.executables).map(NamedPlace.app)
        let shown = places.prefix(Self.mostNames).map(names.name).joined(separator: ", ")
        let all = target.siteCount + target.appCount + target.executableCount
        sample =
            places.isEmpty
            ? nil : all > Self.mostNames ? context.texts("places.andMore", ["names": shown]) : shown
        today = use.words(today: target.target, context)
    }

    /// The state of a target, and the badge's colour.
    static func state(_ target: TargetsAPI.Target, _ context: PageContext) -> (String, String) {
        let texts = context.texts
        if !target.monitored { return (texts("places.notMonitored"), "neutral") }
        return target.blocked
            ? (texts("places.blocked"), "blocked") : (texts("places.open"), "open")
    }

    /// `12 sites, 2 apps, 1 program`, without empty kinds.
    static func counts(_ target: TargetsAPI.Target, _ context: PageContext) -> String {
        [
            ("places.siteCount", target.siteCount), ("places.appCount", target.appCount),
            ("places.programCount", target.executableCount),
        ].filter { $0.1 > 0 }.map { key, count in
            context.texts(key, count: count, ["count": context.formats.number(count)])
        }.joined(separator: ", ")
    }
}

struct PersonalNames {
    private var names: [NamedPlace: String] = [:]

    init(_ targets: [TargetsAPI.Target]) {
        for own in targets.lazy.flatMap(\.names) {
            guard let place = own.site.map(NamedPlace.site) ?? own.app.map(NamedPlace.app) else {
                continue
            }
            names[place] = own.name
        }
    }

    func own(_ place: NamedPlace) -> String? { names[place] }

    /// The person's own name for the place, else the place, a program without its directory.
    func name(_ place: NamedPlace) -> String {
        // An application id has no "/".
        names[place] ?? place.text.lastPathPart
    }
}

extension PlaceAllowance {
    /// The limits of the plan, in words; nil if it allows everything.
    func words(_ context: PageContext) -> String? {
        limit.map { limit in
            context.texts(
                "places.plan", count: limit,
                [
                    "count": context.formats.number(limit),
                    "used": context.formats.number(used), "plan": plan,
                ])
        }
    }
}
