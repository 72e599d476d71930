import API
import RuleFiles

/// A target of the tools' file is changed.
struct TargetEditing {
    private let context: PageContext
    private let rules: OwnRules
    private let key: String

    init(_ context: PageContext, _ key: String) throws(CallFailure) {
        self.context = context
        self.key = key
        rules = try OwnRules(context)
    }

    /// Adds what was typed or chosen.
    func add() throws -> PageResponse {
        let form = context.request.form
        var answer = TargetAnswer()
        let place: Result<TargetPlace, TypedPlaceProblem>
        if let typed = form["site"]?.last {
            place = SiteName.normalised(typed).map(TargetPlace.site)
            answer.site = (typed, "")
        } else if let typed = form["program"]?.last {
            place = ExecutableName.normalised(typed).map(TargetPlace.executable)
            answer.program = (typed, "")
        } else if let id = form["app"]?.last {
            place = AppName.normalised(id).map(TargetPlace.app)
        } else {
            throw NoSuchPage()
        }
        let listed = try context.daemon.call(TargetsAPI.List.self).targets
        let allowance = PlaceAllowance(rules.plan, listed)
        if allowance.left == 0 { return try show(allowance.words(context), answer) }
        switch place {
        case .failure(let problem):
            return try show(problem.description, answer)
        case .success(let place):
            guard rules.file.target(key) != nil else { return try changed() }
            var file = rules.file
            guard file.add(place, to: key) else {
                return try show(context.texts("places.isThere"), answer)
            }
            return try save(done: "added", answer) { $0 = file }
        }
    }

    func remove() throws -> PageResponse {
        let form = context.request.form
        let place =
            form["site"]?.last.map(TargetPlace.site)
            ?? form["app"]?.last.map(TargetPlace.app)
            ?? form["executable"]?.last.map(TargetPlace.executable)
        guard let place else { throw NoSuchPage() }
        if let words = try rules.strictWords(ofTarget: key, context) { return try show(words) }
        var file = rules.file
        guard file.remove(place, from: key) else { return try changed() }
        return try save(done: "placeRemoved", TargetAnswer()) { $0 = file }
    }

    /// Changes the name and what is done with apps.
    func settings() throws -> PageResponse {
        let settings = TargetSettings(context.request.form)
        var answer = TargetAnswer()
        answer.settings = (settings, RuleFaults())
        guard let before = rules.file.target(key),
            context.request.form["revision"]?.last == rules.revision
        else {
            answer.error = context.texts("quietHours.conflict")
            return try TargetPage.show(context, key, answer: answer)
        }
        let entry = settings.entry(before)
        if entry.onBlock != before.onBlock || entry.kill != before.kill,
            let words = try rules.strictWords(ofTarget: key, context)
        {
            answer.error = words
            return try TargetPage.show(context, key, answer: answer)
        }
        return try save(done: "saved", answer) { file throws(ToolsFileError) in
            try file.set(entry)
        }
    }

    /// Saves, and leads back to the target, or says there why not.
    private func save(
        done: String, _ answer: TargetAnswer,
        _ change: (inout ToolsFile) throws(ToolsFileError) -> Void
    ) throws -> PageResponse {
        let saving = try rules.save(.targets, key, context, change)
        var answer = answer
        switch saving {
        case .saved:
            return .redirect(
                "\(PlacesRoom.path(key))?done=\(saving.waits ? "savedWaits" : done)")
        case .conflict: answer.error = context.texts("quietHours.conflict")
        case .failed(let words): answer.error = words
        case .refused(let faults):
            let fields = answer.settings == nil ? [] : ["name", "on_block", "kill"]
            answer.settings?.faults = faults
            answer.faults = faults.remaining(besides: fields)
            answer.error = answer.faults.isEmpty ? nil : context.texts("quietHours.faults")
        }
        let words = answer.words
        if answer.site != nil || answer.program != nil {
            answer.site?.problem = words
            answer.program?.problem = words
            // It is said once, where it was typed.
            answer.error = nil
        }
        return try TargetPage.show(context, key, answer: answer)
    }

    private func changed() throws -> PageResponse {
        try show(context.texts("quietHours.conflict"))
    }

    /// The page with words at the field that was sent, else on top.
    private func show(_ words: String?, _ answer: TargetAnswer = TargetAnswer()) throws
        -> PageResponse
    {
        var answer = answer
        let words = words ?? ""
        if answer.site != nil {
            answer.site?.problem = words
        } else if answer.program != nil {
            answer.program?.problem = words
        } else {
            answer.error = words
        }
        return try TargetPage.show(context, key, answer: answer)
    }
}

extension TargetAnswer {
    /// What is said on top, in one text for a field.
    fileprivate var words: String {
        faults.isEmpty ? error ?? "" : faults.map(\.text).joined(separator: " ")
    }
}

extension OwnRules {
    /// That something strict holds for a target, and until when; nil where nothing does.
    func strictWords(
        ofTarget key: String, _ context: PageContext
    ) throws(CallFailure) -> String? {
        let targets = try context.daemon.call(ProtectionAPI.List.self).targets
        guard let target = targets.first(where: { $0.target == key }), target.strict else {
            return nil
        }
        return Refusal.words(
            TargetsAPI.Strict(until: target.restrictions.strictEnd?.rfc3339), context.stand)
    }
}
