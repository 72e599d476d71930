import Localization

/// The text of the tray item: the blocked targets and the ends of their blocks.
enum TraySummary {
    /// The number of targets that are named.
    static let most = 3

    /// The text about blocked targets, "Blocked: Shopping until 06:30"; nil if nothing is blocked.
    /// The targets are in the order of their names.
    static func text(_ blocked: [(name: String, until: String?)]) -> String? {
        guard !blocked.isEmpty else { return nil }
        let names = blocked.sorted { ($0.name, $0.until ?? "") < ($1.name, $1.until ?? "") }
            .map { target in
                guard let until = target.until else { return target.name }
                return localized("\(target.name) until \(until)")
            }
        let others = names.count - most
        let named = names.prefix(most).joined(separator: ", ")
        return others > 0
            ? localized("Blocked: \(named), and \(others) more") : localized("Blocked: \(named)")
    }
}
