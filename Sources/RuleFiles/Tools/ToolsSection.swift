/// The sections of rule files whose entries the tools write.
package enum ToolsSection: String, Hashable, Sendable, CaseIterable {
    case targets
    case quietHours = "quiet_hours"

    /// The beginning of an entry's key if its name gives none.
    var noun: String {
        switch self {
        case .targets: "target"
        case .quietHours: "quiet"
        }
    }
}
