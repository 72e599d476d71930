/// Which protections and permissions concern each target: what is asked of thousands of targets
/// must not be looked for in thousands of lists.
struct Coverage: Sendable {
    /// The places in `State.protections` of those that name a target, ascending.
    private(set) var protections: [String: [Int]] = [:]
    /// The places in `State.grants` of those that name a target, ascending.
    private(set) var grants: [String: [Int]] = [:]

    /// The coverage of what runs.
    init(_ running: [Protection], _ permissions: [Grant]) {
        for (index, protection) in running.enumerated() {
            for target in Set(protection.targets) { protections[target, default: []].append(index) }
        }
        for (index, grant) in permissions.enumerated() {
            for target in Set(grant.targets) { grants[target, default: []].append(index) }
        }
    }
}

extension Fact {
    /// Whether it begins or ends a protection or a permission.
    var changesCoverage: Bool {
        switch self {
        case .protectionStarted, .protectionEnded, .protectionReleased, .unblocked, .grantEnded:
            true
        default: false
        }
    }
}

extension Engine {
    /// Looks at what runs afresh: a protection or a permission began or ended.
    mutating func refreshCoverage() { coverage = Coverage(state.protections, state.grants) }

    /// The protections that name a target, in the order of their start.
    func protections(of target: String) -> [Protection] {
        coverage.protections[target]?.map { state.protections[$0] } ?? []
    }

    /// The permissions that name a target, in the order in which they were given.
    func grants(of target: String) -> [Grant] {
        coverage.grants[target]?.map { state.grants[$0] } ?? []
    }
}
