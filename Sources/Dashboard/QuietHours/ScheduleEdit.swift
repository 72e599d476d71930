import API
import RuleEditing
import RuleFiles

/// Handles the form that adds or changes a schedule of the tools' file.
struct ScheduleEdit {
    private let context: PageContext
    private let rules: OwnRules
    /// The key of the changed schedule; nil for a new one.
    private let key: String?

    init(_ context: PageContext, key: String? = nil) throws(CallFailure) {
        self.context = context
        self.key = key
        rules = try OwnRules(context)
    }

    func show() throws -> PageResponse {
        if let refusal = refusal() { return refusal }
        guard let key else { return page(ScheduleForm(revision: rules.revision), status: 200) }
        guard let entry = rules.file.schedule(key) else { return try missing(key) }
        return page(ScheduleForm(entry, revision: rules.revision), status: 200)
    }

    func answer() throws -> PageResponse {
        if let refusal = refusal() { return refusal }
        var form = ScheduleForm(context.request.form)
        if let answer = try changedRows(&form) { return answer }
        let before = key.flatMap(rules.file.schedule)
        if let key, before == nil, form.revision == rules.revision || elsewhere(key) != nil {
            return try missing(key)
        }
        guard form.revision == rules.revision else { return conflict(form) }
        let key =
            self.key
            ?? rules.file.newKey(
                for: form.name, in: .quietHours, besides: rules.keys(.quietHours))
        let entry = form.entry(key, before: before)
        if let words = try refusalReason(entry, before) {
            return page(form, answer: error(words))
        }
        let saving = try rules.save(.quietHours, key, context) { file throws(ToolsFileError) in
            try file.set(entry)
        }
        switch saving {
        case .saved:
            let done =
                saving.waits ? "savedWaits" : self.key == nil ? "added" : "saved"
            return .redirect("\(QuietHoursRoutes.path)?done=\(done)")
        case .conflict: return conflict(form)
        case .failed(let words): return page(form, answer: error(words))
        case .refused(let faults): return page(form, faults: faults)
        }
    }

    /// The form with a row added or removed; nil if the person asked for neither.
    private func changedRows(_ form: inout ScheduleForm) throws -> PageResponse? {
        let action = context.request.form.typed("action")
        if action == "add-row" {
            if form.rows.count < ScheduleForm.mostRows { form.rows.append(ScheduleForm.Row()) }
            return page(form, newRow: form.rows.count - 1, status: 200)
        }
        guard action.hasPrefix("remove-row-"), let index = Int(action.dropFirst(11)),
            form.rows.indices.contains(index), form.rows.count > 1
        else { return nil }
        form.rows.remove(at: index)
        return page(form, newRow: min(index, form.rows.count - 1), status: 200)
    }

    /// The reason why an edit is refused for now: a strict schedule is not weakened while it runs.
    private func refusalReason(_ entry: ScheduleEntry, _ before: ScheduleEntry?) throws -> String? {
        guard let before, !entry.adds(to: before) else { return nil }
        return try rules.strictWords(of: before.key, context)
    }

    private func conflict(_ form: ScheduleForm) -> PageResponse {
        page(form, answer: error(context.texts("quietHours.conflict")))
    }

    private func error(_ words: String) -> Notice {
        Notice(level: "error", text: words, isAnswer: true)
    }

    private func page(
        _ form: ScheduleForm, faults: RuleFaults = RuleFaults(), answer: Notice? = nil,
        newRow: Int? = nil, status: Int = 422
    ) -> PageResponse {
        let view = ScheduleFormPage(
            form, key: key, rules, context, faults: faults, answer: answer, newRow: newRow)
        return context.show("schedule-form", title: title, view, status: status)
    }

    private var title: String {
        context.texts(key == nil ? "quietHours.addTitle" : "quietHours.editTitle")
    }

    /// The page in place of the form if the plan allows no further schedule, or no edit of one.
    private func refusal() -> PageResponse? {
        let isAllowed = key == nil ? rules.schedulesLeft != 0 : rules.plan.canEditSchedules
        guard !isAllowed, let words = SchedulesPage.planWords(rules.plan, context) else {
            return nil
        }
        return message([words, context.texts("quietHours.planFiles")])
    }

    private func elsewhere(_ key: String) -> String? {
        rules.elsewhere(.quietHours, key, context)
    }

    /// The page for a schedule that the tools' file does not have.
    private func missing(_ key: String) throws -> PageResponse {
        if let words = elsewhere(key) { return message([words]) }
        if let obstacle = rules.obstacle, rules.rule(.quietHours, key) != nil {
            return message([obstacle.words(context)])
        }
        throw PageNotFound()
    }

    private func message(_ paragraphs: [String]) -> PageResponse {
        RuleMessage(
            paragraphs: paragraphs, back: QuietHoursRoutes.path,
            backLabel: context.texts("quietHours.back")
        ).page(context, title: title)
    }
}

extension OwnRules {
    /// The message that a strict schedule is running, with its end; nil if it is not.
    func strictWords(of key: String, _ context: PageContext) throws(CallFailure) -> String? {
        try context.daemon.strict(ofSchedule: key).map {
            ErrorMessage.words($0, context.environment)
        }
    }
}
