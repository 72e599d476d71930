import API
import RuleEditing
import RuleFiles

/// Handles the forms that change a target of the tools' file.
struct TargetEdit {
    private let context: PageContext
    private let rules: OwnRules
    private let key: String

    init(_ context: PageContext, _ key: String) throws(CallFailure) {
        self.context = context
        self.key = key
        rules = try OwnRules(context)
    }

    /// Adds the typed or selected places.
    func add() throws -> PageResponse {
        let form = context.request.form
        var answer = TargetFormFailure()
        let place: Result<TargetPlace, ValueFault>
        if let typed = form["site"]?.last {
            place = TypedSite.normalised(typed).map(TargetPlace.site)
            answer.site = (typed, "")
        } else if let typed = form["program"]?.last {
            place = ExecutableName.normalised(typed).map(TargetPlace.executable)
            answer.program = (typed, "")
        } else if let id = form["app"]?.last {
            place = AppName.normalised(id).map(TargetPlace.app)
        } else {
            throw PageNotFound()
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
        guard let place else { throw PageNotFound() }
        if let words = try rules.strictWords(ofTarget: key, context) { return try show(words) }
        var file = rules.file
        guard file.remove(place, from: key) else { return try changed() }
        return try save(done: "placeRemoved", TargetFormFailure()) { $0 = file }
    }

    /// Changes the name and the treatment of apps.
    func settings() throws -> PageResponse {
        let settings = TargetSettings(context.request.form)
        var answer = TargetFormFailure()
        answer.settings = (settings, RuleFaults())
        guard let before = rules.file.target(key),
            context.request.form["revision"]?.last == rules.revision
        else {
            return try show(context.texts("quietHours.conflict"), answer)
        }
        let entry = settings.entry(before)
        if entry.onBlock != before.onBlock || entry.kill != before.kill,
            let words = try rules.strictWords(ofTarget: key, context)
        {
            return try show(words, answer)
        }
        return try save(done: "saved", answer) { file throws(ToolsFileError) in
            try file.set(entry)
        }
    }

    /// Saves and redirects to the target's page, or shows that page with the reason for a failure.
    private func save(
        done: String, _ answer: TargetFormFailure,
        _ change: (inout ToolsFile) throws(ToolsFileError) -> Void
    ) throws -> PageResponse {
        let saving = try rules.save(.targets, key, context, change)
        var answer = answer
        switch saving {
        case .saved:
            return .redirect(
                "\(PlacesRoutes.path(key))?done=\(saving.waits ? "savedWaits" : done)")
        case .conflict: answer.error = context.texts("quietHours.conflict")
        case .failed(let words): answer.error = words
        case .refused(let faults):
            let fields = answer.settings == nil ? [] : ["name", "on_block", "kill"]
            answer.settings?.faults = faults
            answer.faults = faults.remaining(besides: fields)
            answer.error = answer.faults.isEmpty ? nil : context.texts("quietHours.faults")
        }
        return try show(answer.isTyped ? answer.words : answer.error, answer)
    }

    private func changed() throws -> PageResponse {
        try show(context.texts("quietHours.conflict"))
    }

    /// The page with a message at the submitted field, or at the top if there is none.
    private func show(_ words: String?, _ answer: TargetFormFailure = TargetFormFailure()) throws
        -> PageResponse
    {
        var answer = answer
        answer.error = answer.isTyped ? nil : words
        answer.site?.problem = words ?? ""
        answer.program?.problem = words ?? ""
        return try TargetPage.show(context, key, answer: answer)
    }
}

extension TargetFormFailure {
    /// True if there is a field at which a message can be shown.
    fileprivate var isTyped: Bool { site != nil || program != nil }

    /// All messages as one text for a field.
    fileprivate var words: String {
        faults.isEmpty ? error ?? "" : faults.map(\.text).joined(separator: " ")
    }
}

extension OwnRules {
    /// The message that a strict restriction holds for a target, with its end; nil if none does.
    func strictWords(
        ofTarget key: String, _ context: PageContext
    ) throws(CallFailure) -> String? {
        try context.daemon.strict(ofTarget: key).map {
            ErrorMessage.words($0, context.environment)
        }
    }
}

/// The typed values and problems of a failed form on a target's page.
struct TargetFormFailure {
    var error: String?
    var faults: [RuleFaults.Fault] = []
    /// The text typed as a new site or program, and its problem.
    var site: (typed: String, problem: String)?
    var program: (typed: String, problem: String)?
    var naming: (place: NamedPlace, typed: String, problem: String)?
    var settings: (typed: TargetSettings, faults: RuleFaults)?
}

/// The settings of a target beside its places.
struct TargetSettings {
    var name: String
    /// `freeze`, `stop` or `notify`.
    var onBlock: String
    var isKilling: Bool

    init(_ entry: TargetEntry) {
        name = entry.name ?? entry.key
        onBlock = entry.onBlock ?? "freeze"
        isKilling = entry.kill ?? false
    }

    init(_ form: [String: [String]]) {
        name = form.typed("name")
        onBlock = form["on-block"]?.last ?? "freeze"
        isKilling = form["kill"]?.last == "on"
    }

    /// The entry with these settings. An absent key stays absent if its default means the same.
    func entry(_ before: TargetEntry) -> TargetEntry {
        var entry = before
        entry.name = name.withoutOuterBlanks
        if onBlock != before.onBlock ?? "freeze" { entry.onBlock = onBlock }
        let isKilled = isKilling && onBlock == "stop"
        if isKilled != before.kill ?? false { entry.kill = isKilled ? true : nil }
        return entry
    }
}
