import API
import RuleEditing
import RuleFiles

/// The page of one target: its places and its forms.
struct TargetPage {
    let notices: [Notice]
    /// The path of its pages, below the base.
    let path: String
    let state: String
    let badge: String
    let today: String?
    let waits: [String]
    /// The state after the switch of monitoring is pressed, `on` or `off`.
    let turns: String
    let turnLabel: String
    let enforcement: String
    let lists: [PlaceList]
    let elsewhere: String?
    /// The editable part; nil if the target is declared elsewhere.
    let editing: TargetEditView?

    static func show(
        _ context: PageContext, _ key: String, answer: TargetFormFailure? = nil
    ) throws -> PageResponse {
        let rules = try OwnRules(context)
        let listed = try context.daemon.call(TargetsAPI.List.self).targets
        guard let target = listed.first(where: { $0.target == key }) else {
            return try notInForce(key, rules, context)
        }
        let page = try TargetPage(
            target, PlaceAllowance(rules.plan, listed), rules, answer ?? TargetFormFailure(),
            context)
        return context.show(
            "target", title: target.name, page, status: answer == nil ? 200 : 422)
    }

    private init(
        _ target: TargetsAPI.Target, _ allowance: PlaceAllowance, _ rules: OwnRules,
        _ answer: TargetFormFailure, _ context: PageContext
    ) throws {
        let texts = context.texts
        let key = target.target
        let rulePath = PlacesRoutes.rulePath(key)
        let use = try RecentUse(context, now: rules.now, target: key)
        path = PlacesRoutes.path(key)
        (state, badge) = TargetCard.state(target, context)
        today = use.words(today: key, context)
        waits = rules.waits(rulePath, of: rules.rule(.target, key), context)
        let isLeaving = rules.switchWaits(rulePath)
        turns = target.monitored && !isLeaving ? "off" : "on"
        turnLabel = texts(
            isLeaving
                ? "places.leaveOn" : target.monitored ? "places.switchOff" : "places.switchOn")
        elsewhere = rules.elsewhere(.target, key, context)
        let entry = rules.obstacle == nil ? rules.file.target(key) : nil
        enforcement = Self.words(target, context)
        lists = PlaceList.all(target, entry, use, rules.now, answer, context)
        editing = entry.map { TargetEditView($0, allowance, rules, answer, context) }
        let error = answer.error.map {
            Notice(
                level: "error", text: $0, faults: answer.faults, isAnswer: true, hasFocus: true)
        }
        notices = rules.notices(context) + [error].compactMap(\.self)
    }

    /// The treatment of its apps during a block, in words.
    private static func words(_ target: TargetsAPI.Target, _ context: PageContext) -> String {
        let texts = context.texts
        guard target.appCount + target.executableCount > 0 else {
            return texts("places.onlySites")
        }
        return switch target.enforcement {
        case .freeze: texts("places.freezes")
        case .stop: texts(target.kill ? "places.kills" : "places.stops")
        case .notify: texts("places.notifies")
        }
    }

    /// The page of a target that exists in the tools' file alone.
    private static func notInForce(
        _ key: String, _ rules: OwnRules, _ context: PageContext
    ) throws -> PageResponse {
        guard let entry = rules.file.target(key) else { throw PageNotFound() }
        return RuleMessage(
            notices: rules.notices(context),
            paragraphs: [context.texts("places.isNotInForce", ["plan": rules.plan.key])],
            back: PlacesRoutes.path, backLabel: context.texts("places.back"),
            other: PlacesRoutes.path(key) + "/delete", otherLabel: context.texts("places.remove")
        ).page(context, title: entry.name ?? key)
    }
}
