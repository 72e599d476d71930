import API
import Varlink

extension Daemon {
    /// Every interface that the daemon serves, answered on its own loop without a hop.
    nonisolated func interfaces() throws -> [Interface] {
        try [
            ProtectionAPI.served(by: self), UnblockAPI.served(by: self),
            PromptsAPI.served(by: self), RiskAPI.served(by: self),
            QuietHoursAPI.served(by: self), TargetsAPI.served(by: self),
            UsageAPI.served(by: self), CheckInAPI.served(by: self),
            BudgetsAPI.served(by: self), MetricsAPI.served(by: self),
            GoalsAPI.served(by: self), RulesAPI.served(by: self),
            DaemonAPI.served(by: self),
        ]
    }
}
