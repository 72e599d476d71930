import API

/// A field of a form: the typed text and its problem.
struct TypedField {
    var typed = ""
    var problem: String?
    /// True if this is the first field with a problem; it gets the focus.
    var isFirst = false

    func shown(_ id: String, name: String? = nil, hasHint: Bool = false) -> Field {
        Field(
            id, name: name, typed, errors: [problem], hasHint: hasHint,
            hasFocus: isFirst && problem != nil)
    }
}

/// The form that adds a goal.
struct GoalDraft {
    var name = TypedField()
    var amount = TypedField()
    var currency = TypedField()
    var by = TypedField()
    var fromKept = false
    /// The reason why no goal was added, if no field is at fault.
    var refusal: String?

    init(currency: String) {
        self.currency.typed = currency
    }

    init(_ form: [String: [String]]) {
        name.typed = form.typed("name")
        amount.typed = form.typed("amount")
        currency.typed = form.typed("currency")
        by.typed = form.typed("by")
        fromKept = form["kept"] != nil
    }

    /// The call's parameters; nil if a field is at fault, with the problem recorded at the field.
    mutating func parameters(
        _ reader: AmountReader, _ environment: PageEnvironment
    ) -> GoalsAPI.Add.Parameters? {
        let name = name.typed.withoutOuterBlanks
        if name.isEmpty { self.name.problem = environment.texts("goals.noName") }
        let target = amount.decimal(reader, environment)
        let currency = currency.typed.withoutOuterBlanks.uppercased()
        let isCode =
            currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        if !isCode { self.currency.problem = environment.texts("goals.noCurrency") }
        let day = by.typed.withoutOuterBlanks
        if !day.isEmpty && CalendarDay(day) == nil { by.problem = environment.texts("goals.noDay") }
        guard !markFirst(), let target else { return nil }
        return .init(
            name: name, target: target, currency: currency, by: day.isEmpty ? nil : day,
            fromKept: fromKept)
    }

    /// Records the daemon's refusal at the field at fault; throws any other failure.
    mutating func record(
        _ failure: CallFailure, _ environment: PageEnvironment
    ) throws(CallFailure) {
        switch failure {
        case .refused(let error as GoalsAPI.InvalidName):
            name.problem = environment.texts.sentence(error.problem)
        case .refused(let error as GoalsAPI.InvalidAmount):
            amount.problem = environment.texts.sentence(error.problem)
        case .refused(let error as GoalsAPI.InvalidDate):
            by.problem = environment.texts.sentence(error.problem)
        case .refused(let error as GoalsAPI.TooMany):
            refusal = environment.texts(
                "goals.tooMany", ["maximum": environment.formats.number(error.maximum)])
        case .refused(let error as GoalsAPI.StoreUnavailable):
            refusal = ErrorMessage.words(error, environment)
        case .invalidParameter("name"): name.problem = environment.texts("goals.notTaken")
        case .invalidParameter("target"), .invalidParameter("amount"):
            amount.problem = environment.texts("goals.notTaken")
        case .invalidParameter("currency"): currency.problem = environment.texts("goals.notTaken")
        case .invalidParameter("by"): by.problem = environment.texts("goals.notTaken")
        default: throw failure
        }
        markFirst()
    }

    /// Marks the first field with a problem; returns false if there is none.
    @discardableResult
    private mutating func markFirst() -> Bool {
        let fields: [WritableKeyPath<GoalDraft, TypedField>] = [
            \.name, \.amount, \.currency, \.by,
        ]
        let first = fields.first { self[keyPath: $0].problem != nil }
        if let first { self[keyPath: first].isFirst = true }
        return first != nil
    }
}

struct Contribution {
    let goal: Int
    var amount = TypedField()
    /// The reason why nothing was added, if the amount is not at fault.
    var refusal: String?

    init(goal: Int, _ form: [String: [String]]) {
        self.goal = goal
        amount.typed = form.typed("amount")
    }

    /// The daemon's form of the amount; nil, with the problem recorded at the field, if the text is
    /// no amount.
    mutating func checkedAmount(_ reader: AmountReader, _ environment: PageEnvironment) -> String? {
        amount.isFirst = true
        return amount.decimal(reader, environment)
    }

    /// Records the daemon's refusal at the field; throws any failure that is not the field's fault.
    mutating func record(_ failure: CallFailure, _ environment: PageEnvironment) throws {
        switch failure {
        case .refused(is GoalsAPI.NoSuchGoal): throw PageNotFound()
        case .refused(let error as GoalsAPI.InvalidAmount):
            amount.problem = environment.texts.sentence(error.problem)
        case .refused(let error as GoalsAPI.StoreUnavailable):
            refusal = ErrorMessage.words(error, environment)
        case .invalidParameter("amount"): amount.problem = environment.texts("goals.notTaken")
        default: throw failure
        }
    }
}

extension TypedField {
    /// The amount in the daemon's format; nil, with the problem recorded, if the text is not one.
    fileprivate mutating func decimal(
        _ reader: AmountReader, _ environment: PageEnvironment
    ) -> String? {
        do throws(AmountProblem) {
            return try reader.decimal(typed)
        } catch {
            let key =
                switch error {
                case .empty: "goals.noAmount"
                case .unreadable, .notACurrency: "goals.unreadableAmount"
                case .ambiguous: "goals.ambiguousAmount"
                }
            problem = environment.texts(key, ["example": environment.formats.money("49.90", nil)])
            return nil
        }
    }
}

extension Texts {
    /// A fragment of a sentence from the daemon as a full sentence.
    fileprivate func sentence(_ words: String) -> String {
        let isEnded = words.last.map { ".!?".contains($0) } ?? false
        return words.prefix(1).uppercased() + words.dropFirst() + (isEnded ? "" : ".")
    }
}
