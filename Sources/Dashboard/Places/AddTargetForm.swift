import API
import RuleEditing
import RuleFiles

/// Handles the form that adds a target to the tools' file.
struct AddTargetForm {
    private let context: PageContext
    private let rules: OwnRules
    private let allowance: PlaceAllowance

    init(_ context: PageContext) throws(CallFailure) {
        self.context = context
        rules = try OwnRules(context)
        allowance = PlaceAllowance(
            rules.plan, try context.daemon.call(TargetsAPI.List.self).targets)
    }

    func show() -> PageResponse {
        if let refusal = refusal() { return refusal }
        var form = TargetForm()
        form.search = context.request.query["q"] ?? ""
        return page(form, status: 200)
    }

    func answer() throws -> PageResponse {
        if let refusal = refusal() { return refusal }
        let form = TargetForm(context.request.form)
        if form.isSearch { return page(form, status: 200, focus: .search) }
        guard form.revision == rules.revision else { return page(form, answer: conflict) }
        let key = rules.file.newKey(
            for: form.name, in: .targets, besides: rules.keys(.target))
        var (entry, problems) = form.entry(key)
        if !problems.isEmpty, entry.name?.isEmpty ?? true {
            problems.add("name", context.texts("places.nameNeeded"))
        }
        guard problems.isEmpty else { return page(form, faults: problems) }
        let count = entry.sites.count + entry.apps.count + entry.executables.count
        if let left = allowance.left, count > left {
            return page(form, answer: allowance.words(context))
        }
        let saving = try rules.save(.targets, key, context) { file throws(ToolsFileError) in
            try file.set(entry)
        }
        switch saving {
        case .saved:
            let done = saving.waits ? "savedWaits" : "targetAdded"
            return .redirect("\(PlacesRoutes.path)?done=\(done)")
        case .conflict: return page(form, answer: conflict)
        case .failed(let words): return page(form, answer: words)
        case .refused(let faults): return page(form, faults: faults)
        }
    }

    private var conflict: String { context.texts("quietHours.conflict") }
    private var title: String { context.texts("places.addTitle") }

    private func page(
        _ form: TargetForm, faults: RuleFaults = RuleFaults(), answer: String? = nil,
        status: Int = 422, focus: TargetFormPage.Focus = .problem
    ) -> PageResponse {
        let view = TargetFormPage(
            form, rules, allowance, context, faults: faults,
            answer: answer.map { Notice(level: "error", text: $0, isAnswer: true) },
            focus: focus)
        return context.show("target-form", title: title, view, status: status)
    }

    /// The page in place of the form if the plan allows no further place.
    private func refusal() -> PageResponse? {
        guard allowance.left == 0, let words = allowance.words(context) else { return nil }
        return RuleMessage(
            paragraphs: [words, context.texts("places.planFull")], back: PlacesRoutes.path,
            backLabel: context.texts("places.back")
        ).page(context, title: title)
    }
}
