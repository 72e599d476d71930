import API
import RuleFiles

/// A schedule of the tools' file is removed.
struct ScheduleRemoval {
    private let context: PageContext
    private let rules: OwnRules
    private let key: String
    private let entry: ScheduleEntry

    init(_ context: PageContext, key: String) throws {
        self.context = context
        self.key = key
        rules = try OwnRules(context)
        guard let entry = rules.file.schedule(key), rules.plan.canEditSchedules else {
            throw NoSuchPage()
        }
        self.entry = entry
    }

    /// The question.
    func show() throws -> PageResponse { try page([], status: 200) }

    /// Removes it.
    func answer() throws -> PageResponse {
        if try rules.strictWords(of: key, context) != nil { return try page([]) }
        let taking = try rules.take(
            key, from: .quietHours, faultsUnder: "quietHours.removalFaults", context)
        switch taking {
        case .taken(let waits):
            return .redirect("\(QuietHoursRoom.path)?done=\(waits ? "removedWaits" : "removed")")
        case .kept(let notice): return try page([notice])
        }
    }

    private func page(_ notices: [RuleNotice], status: Int = 422) throws -> PageResponse {
        let texts = context.texts
        let name = entry.name ?? key
        let title = texts("quietHours.removeTitle")
        if let words = try rules.strictWords(of: key, context) {
            return RuleMessage(
                paragraphs: [texts("quietHours.removeStrict", ["name": name]), words],
                back: QuietHoursRoom.path, backLabel: texts("quietHours.back")
            ).page(context, title: title, status: status)
        }
        return RuleRemoval(
            notices: rules.notices(context) + notices,
            paragraphs: [
                texts("quietHours.removeText", ["name": name]), rules.consequence(context),
            ],
            revision: rules.revision,
            action: "\(QuietHoursRoom.path)/\(key.asPathPart)/delete", back: QuietHoursRoom.path,
            keep: texts("quietHours.keep"), remove: texts("quietHours.remove")
        ).page(context, title: title, status: status)
    }
}
