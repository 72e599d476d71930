import API
import NIOCore
import Varlink

/// How the interfaces' methods reach the daemon: on its own loop, without a hop.
extension Daemon {
    nonisolated func method(
        _ body: @escaping @Sendable (isolated Daemon, Call) throws -> Void
    ) -> Method {
        Method { call in try self.assumeIsolated { try body($0, call) } }
    }

    nonisolated func streaming(
        _ body: @escaping @Sendable (isolated Daemon, Call) throws -> Void
    ) -> Method {
        .streaming { call in try self.assumeIsolated { try body($0, call) } }
    }

    /// Every interface with its handlers; throws where a description and its handlers differ.
    nonisolated func interfaces() throws -> [Interface] {
        try [
            (InterfaceFiles.protection, protectionMethods),
            (InterfaceFiles.unblock, unblockMethods),
            (InterfaceFiles.prompts, promptsMethods),
            (InterfaceFiles.risk, riskMethods),
            (InterfaceFiles.quietHours, quietHoursMethods),
            (InterfaceFiles.targets, targetsMethods),
            (InterfaceFiles.usage, usageMethods),
            (InterfaceFiles.checkIn, checkInMethods),
            (InterfaceFiles.budgets, budgetsMethods),
            (InterfaceFiles.metrics, metricsMethods),
            (InterfaceFiles.goals, goalsMethods),
            (InterfaceFiles.rules, rulesMethods),
            (InterfaceFiles.daemon, daemonMethods),
        ].map { text, methods in
            try Interface(InterfaceDescription(text), methods: methods)
        }
    }
}
