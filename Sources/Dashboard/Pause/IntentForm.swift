import API

/// The form for the intent behind an unblock, as typed.
struct IntentForm {
    let purpose: UnblockAPI.Purpose
    /// True if the person asks for an emergency.
    let isEmergency: Bool
    private let form: [String: [String]]
    /// The faults, by the field's name.
    private var errors: [String: String] = [:]

    /// Reads a submitted form; nil without a purpose.
    init?(_ form: [String: [String]]) {
        guard let purpose = UnblockAPI.Purpose(rawValue: form.typed("purpose")) else { return nil }
        self.purpose = purpose
        isEmergency = form.typed("emergency") == "on"
        self.form = form
    }

    /// A form for a purpose, filled with the intent stated before, if any.
    init(
        _ purpose: UnblockAPI.Purpose, _ said: UnblockAPI.Intent?, _ formats: Formats,
        isEmergency: Bool = false
    ) {
        self.purpose = purpose
        self.isEmergency = isEmergency
        let typed: [String: String?] = [
            "category": said?.category, "mood": said?.mood,
            "amount": said?.amount.map { AmountField.text($0, formats) },
            "currency": said?.currency ?? formats.currency,
            "minutes": said?.minutes.map(String.init),
        ]
        form = typed.compactMapValues { $0.map { [$0] } }
    }

    /// The intent for the daemon; nil if a field cannot be read, with the error recorded there.
    mutating func intent(_ context: PageContext) -> UnblockAPI.Intent? {
        let intent = readableIntent(context)
        return errors.isEmpty ? intent : nil
    }

    /// The intent without the fields that cannot be read; errors are recorded at those.
    mutating func readableIntent(_ context: PageContext) -> UnblockAPI.Intent {
        var intent = UnblockAPI.Intent(purpose: purpose)
        let (category, mood) = (form.typed("category"), form.typed("mood"))
        if !category.isEmpty, purpose == .planned { intent.category = category }
        if !mood.isEmpty { intent.mood = mood }
        let money = AmountField.read(form, context.environment, &errors)
        intent.amount = money?.amount
        intent.currency = money?.currency
        let typed = form.typed("minutes").filter { !$0.isWhitespace }
        if !typed.isEmpty {
            intent.minutes = Int(typed)
            if intent.minutes == nil {
                errors["minutes"] = context.texts("pause.minutesUnreadable")
            }
        }
        return intent
    }

    /// Records the daemon's refusal at the field at fault; returns false if no field is at fault.
    mutating func record(_ refusal: any TypedError, _ context: PageContext) -> Bool {
        let field: String
        switch refusal {
        case is UnblockAPI.UnknownCategory: field = "category"
        case is UnblockAPI.UnknownMood: field = "mood"
        case is UnblockAPI.InvalidAmount: field = "amount"
        case is UnblockAPI.InvalidMinutes: field = "minutes"
        default: return false
        }
        errors[field] = PauseErrorMessage.words(refusal, context)
        return true
    }

    struct View {
        let purpose: String
        let isEmergency: Bool
        let heading: String
        /// The first question: about the category, or about the mood.
        let question: String
        let answers: [FormChoice]
        /// The name of that field: `category` or `mood`.
        let answered: String
        let answersError: String?
        /// True if the mood is also asked, after the first question.
        let hasMoods: Bool
        let moods: [FormChoice]
        let moodsError: String?
        let fields: [Field]
        let submit: String
        /// The other purpose, for the link to its form.
        let other: String
        let otherLabel: String
    }

    /// The form; with an amount only if the request can cost money.
    func view(
        _ options: UnblockAPI.Options.Reply, spends: Bool, _ context: PageContext
    ) -> View {
        let texts = context.texts
        let isPlanned = purpose == .planned
        let field = isPlanned ? "category" : "mood"
        let order = [field, "mood", "amount", "currency", "minutes"]
        let first = order.first { errors[$0] != nil }
        let other: UnblockAPI.Purpose = isPlanned ? .impulse : .planned
        var answers = choices(isPlanned ? options.categories : options.moods, of: field, texts)
        if first == field, let index = answers.firstIndex(where: \.isChosen) {
            answers[index].isFocused = true
        }
        return View(
            purpose: purpose.rawValue, isEmergency: isEmergency,
            heading: texts("pause.\(purpose.rawValue)"),
            question: texts("pause.\(field)Question"), answers: answers, answered: field,
            answersError: errors[field],
            hasMoods: isPlanned,
            moods: isPlanned ? choices(options.moods, of: "mood", texts) : [],
            moodsError: isPlanned ? errors["mood"] : nil,
            fields: (spends ? ["amount", "currency", "minutes"] : ["minutes"]).map { name in
                let limits = ["limit": context.formats.length(seconds: options.grant)]
                return Field(
                    name, label: texts("pause.\(name)"), form.typed(name), errors: [errors[name]],
                    hint: texts("pause.\(name)Hint", name == "minutes" ? limits : [:]),
                    hasFocus: first == name)
            },
            submit: texts("pause.beginWait"),
            other: other.rawValue, otherLabel: texts("pause.rather.\(other.rawValue)"))
    }

    /// The choices, preceded by "none"; a selected answer that no longer exists counts as none.
    private func choices(
        _ names: [String], of field: String, _ texts: Texts
    ) -> [FormChoice] {
        let chosen = form.typed(field)
        let known = names.contains(chosen) ? chosen : ""
        return ([""] + names).enumerated().map { index, name in
            FormChoice(
                id: "\(field)-\(index)", value: name,
                label: name.isEmpty ? texts("pause.noAnswer") : name, isChosen: name == known)
        }
    }
}
