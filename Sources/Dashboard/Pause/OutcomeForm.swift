import API

/// The form for the outcome of an unblock, as typed.
struct OutcomeForm {
    /// The submitted form; nil before submission.
    private let form: [String: [String]]?
    /// The faults, by the field's name.
    private var errors: [String: String] = [:]

    init(_ form: [String: [String]]? = nil) { self.form = form }

    private func typed(_ name: String) -> String { form?.typed(name) ?? "" }

    /// The call's parameters; nil if a field is missing or unreadable, with the error recorded.
    mutating func parameters(_ request: Int, _ context: PageContext)
        -> UnblockAPI.LogOutcome.Parameters?
    {
        let texts = context.texts
        if typed("spending") == "no" {
            let regret = Int(typed("regret"))
            if regret == nil { errors["regret"] = texts("pause.regretNeeded") }
            return regret.map { .init(request: request, bought: false, regret: $0) }
        }
        let bought = typed("bought")
        var said = UnblockAPI.LogOutcome.Parameters(request: request, bought: bought == "yes")
        if !["yes", "no"].contains(bought) { errors["bought"] = texts("pause.boughtNeeded") }
        let money = AmountField.read(form ?? [:], context.environment, &errors)
        said.amount = money?.amount
        said.currency = money?.currency
        if bought == "no", said.amount != nil { errors["amount"] = texts("pause.amountUnbought") }
        said.regret = Int(typed("regret"))
        return errors.isEmpty ? said : nil
    }

    /// Records the daemon's refusal at the field at fault; returns false if no field is at fault.
    mutating func record(_ refusal: any TypedError, _ context: PageContext) -> Bool {
        let field: String
        switch refusal {
        case is UnblockAPI.InvalidAmount: field = "amount"
        case is UnblockAPI.InvalidRegret: field = "regret"
        default: return false
        }
        errors[field] = PauseErrorMessage.words(refusal, context)
        return true
    }

    struct View {
        let number: Int
        let summary: String
        let used: String
        /// Whether purchases and amounts are asked for.
        let spends: Bool
        let boughts: [FormChoice]
        let boughtError: String?
        let fields: [Field]
        let regrets: [FormChoice]
        let regretError: String?
    }

    /// The view of the form; the request's number makes its ids unique.
    func view(of unblock: UnblockAPI.Unblocked, _ data: PauseData) -> View {
        let context = data.context
        let texts = context.texts
        let number = unblock.request
        let first = ["bought", "amount", "currency", "regret"].first { errors[$0] != nil }
        let currency = form?.typed("currency") ?? unblock.currency ?? context.formats.currency
        return View(
            number: number,
            summary: texts(
                "pause.unblockedAt",
                [
                    "targets": data.state.names(of: unblock.targets),
                    "time": data.moment(unblock.at),
                    "purpose": texts("pause.was.\(unblock.purpose.rawValue)"),
                ]),
            used: used(unblock, data), spends: unblock.spending != false,
            boughts: ["yes", "no"].map { value in
                FormChoice(
                    id: "bought-\(value)-\(number)", value: value,
                    label: texts("pause.bought.\(value)"), isChosen: typed("bought") == value,
                    isFocused: first == "bought" && value == "yes")
            }, boughtError: errors["bought"],
            fields: [("amount", typed("amount")), ("currency", currency)].map { name, value in
                Field(
                    "\(name)-\(number)", name: name, label: texts("pause.spent.\(name)"), value,
                    errors: [errors[name]], hasFocus: first == name)
            },
            regrets: regrets(texts, isFocused: first == "regret"), regretError: errors["regret"])
    }

    private func used(_ unblock: UnblockAPI.Unblocked, _ data: PauseData) -> String {
        let texts = data.context.texts
        guard unblock.used else { return texts("pause.notUsed") }
        let used = data.length(unblock.usedSeconds)
        guard let minutes = unblock.intendedMinutes else {
            return texts("pause.used", ["time": used])
        }
        return texts(
            "pause.usedOfIntended", ["time": used, "intended": data.length(minutes * 60)])
    }

    private func regrets(_ texts: Texts, isFocused: Bool) -> [FormChoice] {
        ([""] + (0...4).map(String.init)).map { value in
            FormChoice(
                value: value,
                label: texts(value.isEmpty ? "pause.noAnswer" : "pause.regret.\(value)"),
                isChosen: value == typed("regret"), isFocused: isFocused)
        }
    }
}

enum OutcomeAnswer {
    static func log(_ context: PageContext, _ number: Int) throws -> PageResponse {
        var form = OutcomeForm(context.request.form)
        guard let said = form.parameters(number, context) else {
            return try PausePage.show(context, .init(outcome: (number, form)))
        }
        do {
            _ = try context.daemon.call(UnblockAPI.LogOutcome.self, said)
            return .redirect("pause?done=logged")
        } catch CallFailure.refused(let error) {
            if form.record(error, context) {
                return try PausePage.show(context, .init(outcome: (number, form)))
            }
            let words = PauseErrorMessage.words(error, context)
            return try PausePage.show(
                context, .init(notice: Notice(level: "error", text: words)))
        }
    }
}
