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
        guard context.request.form["revision"]?.last == rules.revision else {
            return try page(context.texts("quietHours.conflictRemoval"))
        }
        if try rules.strictWords(ofTarget: key, context) != nil { return try page([]) }
        var file = rules.file
        file.remove(key, from: .targets)
        let saving = try rules.save(file, context)
        switch saving {
        case .saved:
            return .redirect(
                "\(PlacesRoom.path)?done=\(saving.waits ? "removedWaits" : "removed")")
        case .conflict: return try page(context.texts("quietHours.conflictRemoval"))
        case .failed(let words): return try page(words)
        case .refused(let diagnostics):
            let faults = RuleFaults(diagnostics, of: file, .targets, key, context.texts)
            return try page([
                RuleNotice(
                    level: "error", text: context.texts("places.removalFaults"),
                    faults: faults.remaining(besides: []), isAnswer: true, hasFocus: true)
            ])
        }
    }

    private func page(_ words: String) throws -> PageResponse {
        try page([RuleNotice(level: "error", text: words, isAnswer: true, hasFocus: true)])
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
