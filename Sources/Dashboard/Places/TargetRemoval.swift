import API
import RuleFiles

/// A target of the tools' file is removed.
struct TargetRemoval {
    private let context: PageContext
    private let rules: OwnRules
    private let key: String
    private let entry: TargetEntry

    init(_ context: PageContext, _ key: String) throws {
        self.context = context
        self.key = key
        rules = try OwnRules(context)
        guard let entry = rules.file.target(key) else { throw NoSuchPage() }
        self.entry = entry
    }

    /// The question.
    func show() throws -> PageResponse { try page([], status: 200) }

    /// Removes it.
    func answer() throws -> PageResponse {
        if try rules.strictWords(ofTarget: key, context) != nil { return try page([]) }
        let taking = try rules.take(
            key, from: .targets, faultsUnder: "places.removalFaults", context)
        switch taking {
        case .taken(let waits):
            return .redirect("\(PlacesRoom.path)?done=\(waits ? "removedWaits" : "removed")")
        case .kept(let notice): return try page([notice])
        }
    }

    private func page(_ notices: [RuleNotice], status: Int = 422) throws -> PageResponse {
        let texts = context.texts
        let name = entry.name ?? key
        let title = texts("places.removeTitle")
        let isInForce = rules.rule(.target, key) != nil
        let back = isInForce ? PlacesRoom.path(key) : PlacesRoom.path
        if let words = try rules.strictWords(ofTarget: key, context) {
            return RuleMessage(
                paragraphs: [texts("places.removeStrict", ["name": name]), words], back: back,
                backLabel: texts("places.back")
            ).page(context, title: title, status: status)
        }
        return RuleRemoval(
            notices: rules.notices(context) + notices,
            paragraphs: [
                texts("places.removeText", ["name": name]), rules.consequence(context),
            ],
            revision: rules.revision, action: "\(PlacesRoom.path(key))/delete", back: back,
            keep: texts("places.keep"), remove: texts("places.remove")
        ).page(context, title: title, status: status)
    }
}
