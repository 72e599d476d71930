import API
import RuleEditing
import RuleFiles

/// The removal of an entry of the tools' file: the question, and its answer.
struct EntryRemoval {
    private let context: PageContext
    private let rules: OwnRules
    private let section: ToolsSection
    private let key: String
    private let name: String
    /// The pages that the texts belong to.
    private let texts: String
    /// The path of the page of all entries, below the base; the form and the link back lead there.
    private let list: String
    private let action: String
    private let back: String

    static func target(_ context: PageContext, _ key: String) throws -> EntryRemoval {
        let rules = try OwnRules(context)
        guard let entry = rules.file.target(key) else { throw PageNotFound() }
        let path = PlacesRoutes.path(key)
        return EntryRemoval(
            context: context, rules: rules, section: .targets, key: key, name: entry.name ?? key,
            texts: "places", list: PlacesRoutes.path, action: "\(path)/delete",
            back: rules.rule(.target, key) == nil ? PlacesRoutes.path : path)
    }

    static func schedule(_ context: PageContext, _ key: String) throws -> EntryRemoval {
        let rules = try OwnRules(context)
        guard let entry = rules.file.schedule(key), rules.plan.canEditSchedules else {
            throw PageNotFound()
        }
        let list = QuietHoursRoutes.path
        return EntryRemoval(
            context: context, rules: rules, section: .quietHours, key: key,
            name: entry.name ?? key, texts: "quietHours", list: list,
            action: "\(list)/\(key.asPathPart)/delete", back: list)
    }

    func show() throws -> PageResponse { try page(nil, status: 200) }

    func answer() throws -> PageResponse {
        if try strictWords() != nil { return try page(nil) }
        guard context.request.form["revision"]?.last == rules.revision else {
            return try kept(context.texts("quietHours.conflictRemoval"))
        }
        let saving = try rules.save(section, key, context) { $0.remove(key, from: section) }
        switch saving {
        case .saved:
            return .redirect("\(list)?done=\(saving.waits ? "removedWaits" : "removed")")
        case .conflict: return try kept(context.texts("quietHours.conflictRemoval"))
        case .failed(let words): return try kept(words)
        case .refused(let faults):
            return try kept(text("removalFaults"), faults.remaining(besides: []))
        }
    }

    private func kept(_ words: String, _ faults: [RuleFaults.Fault] = []) throws -> PageResponse {
        try page(
            Notice(
                level: "error", text: words, faults: faults, isAnswer: true, hasFocus: true))
    }

    private func text(_ key: String) -> String {
        context.texts("\(texts).\(key)", ["name": name])
    }

    private func strictWords() throws(CallFailure) -> String? {
        section == .targets
            ? try rules.strictWords(ofTarget: key, context)
            : try rules.strictWords(of: key, context)
    }

    private func page(_ notice: Notice?, status: Int = 422) throws -> PageResponse {
        let title = text("removeTitle")
        if let words = try strictWords() {
            return RuleMessage(
                paragraphs: [text("removeStrict"), words], back: back, backLabel: text("back")
            ).page(context, title: title, status: status)
        }
        return RuleRemoval(
            notices: rules.notices(context) + [notice].compactMap(\.self),
            paragraphs: [text("removeText"), rules.consequence(context)],
            revision: rules.revision, action: action, back: back, keep: text("keep"),
            remove: text("remove")
        ).page(context, title: title, status: status)
    }
}
