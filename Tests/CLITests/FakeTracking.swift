import API
import Foundation
import Synchronization
import Varlink

/// Check-ins, use, figures, goals and copies of the record of a daemon of the test's own, with
/// what was asked of it.
final class FakeTracking: Sendable {
    private let calls = Mutex<[String]>([])
    private let checkIns: [CheckInAPI.CheckIn]
    private let answers: [String: MethodHandler]

    /// `handlers` by the method's qualified name without `org.soteria.` take the place of these
    /// answers.
    init(
        checkIns: [CheckInAPI.CheckIn] = [SampleReplies.checkIn],
        _ handlers: [String: MethodHandler] = [:]
    ) {
        self.checkIns = checkIns
        answers = handlers
    }

    /// The calls in order, `goals.Remove {"goal":3}`, without those that only read.
    var log: [String] { calls.withLock { $0 } }

    /// The methods by qualified name, for a `FakeDaemon`.
    var methods: [String: Method] {
        let standard = checkingIn.merging(logging) { $1 }.merging(reading) { $1 }
            .merging(saving) { $1 }
        var methods: [String: Method] = [:]
        for (name, answer) in standard.merging(answers, uniquingKeysWith: { $1 }) {
            let streams = Self.streams.contains(name)
            let logged: MethodHandler = { call in
                if !Self.reads.contains(name) {
                    self.calls.withLock { $0.append("\(name) \(call.parameters)") }
                }
                try answer(call)
            }
            methods["org.soteria.\(name)"] = streams ? .streaming(logged) : Method(logged)
        }
        return methods
    }

    private static let streams: Set = ["usage.Sessions", "metrics.Export", "daemon.Backup"]
    private static let reads: Set = [
        "checkin.List", "usage.Today", "budgets.List", "goals.List", "metrics.Prediction",
    ]

    private func find(_ key: String) throws -> CheckInAPI.CheckIn {
        guard let found = checkIns.first(where: { $0.checkIn == key }) else {
            throw CheckInAPI.NoSuchCheckIn(checkIn: key).varlinkError
        }
        return found
    }

    private var checkingIn: [String: MethodHandler] {
        [
            "checkin.List": { call in
                call.reply(CheckInAPI.List.Reply(checkIns: self.checkIns, debug: true))
            },
            "checkin.Answer": { call in
                let asked = try call.decode(CheckInAPI.Answer.Parameters.self)
                var checkIn = try self.find(asked.checkIn)
                guard checkIn.phase == .asking else {
                    throw CheckInAPI.AlreadyAnswered(
                        checkIn: asked.checkIn, yes: true, next: checkIn.next
                    ).varlinkError
                }
                checkIn.phase = asked.yes ? .yes : .no
                checkIn.streak = asked.yes ? 4 : 0
                checkIn.until = asked.yes ? nil : checkIn.next
                call.reply(CheckInAPI.Answer.Reply(checkIn: checkIn))
            },
            "checkin.AcknowledgeWelcome": { call in
                call.reply(CheckInAPI.AcknowledgeWelcome.Reply())
            },
            "checkin.GetState": { call in
                _ = try self.find(call.decode(CheckInAPI.GetState.Parameters.self).checkIn)
                call.reply(SampleReplies.checkInState)
            },
            "checkin.GetLastAnswer": { call in
                let asked = try call.decode(CheckInAPI.GetLastAnswer.Parameters.self)
                let last = try self.find(asked.checkIn).answers.first
                call.reply(CheckInAPI.GetLastAnswer.Reply(answer: last))
            },
            "checkin.Reset": { call in
                let asked = try call.decode(CheckInAPI.Reset.Parameters.self)
                call.reply(CheckInAPI.Reset.Reply(checkIn: try self.find(asked.checkIn)))
            },
            "checkin.SimulateNewDay": { call in
                let asked = try call.decode(CheckInAPI.SimulateNewDay.Parameters.self)
                call.reply(CheckInAPI.SimulateNewDay.Reply(checkIn: try self.find(asked.checkIn)))
            },
            "checkin.Force": { call in
                let asked = try call.decode(CheckInAPI.Force.Parameters.self)
                call.reply(CheckInAPI.Force.Reply(checkIn: try self.find(asked.checkIn)))
            },
        ]
    }

    private var logging: [String: MethodHandler] {
        [
            "unblock.Unblocks": { call in
                let asked = try call.decode(UnblockAPI.Unblocks.Parameters.self)
                var unblocks = SampleReplies.unblocks
                if asked.unlogged == true { unblocks = unblocks.filter { $0.outcome == nil } }
                call.reply(
                    UnblockAPI.Unblocks.Reply(
                        unblocks: Array(unblocks.prefix(asked.limit ?? .max))))
            },
            "unblock.LogOutcome": { call in
                let asked = try call.decode(UnblockAPI.LogOutcome.Parameters.self)
                guard SampleReplies.unblocks.contains(where: { $0.request == asked.request }) else {
                    throw UnblockAPI.NoSuchRequest(request: asked.request).varlinkError
                }
                call.reply(
                    UnblockAPI.LogOutcome.Reply(
                        outcome: .init(
                            bought: asked.bought, amount: asked.amount, currency: asked.currency,
                            regret: asked.regret, at: SampleReplies.now)))
            },
            "targets.SetName": { call in
                let asked = try call.decode(TargetsAPI.SetName.Parameters.self)
                var target = SampleReplies.target
                let isKnown =
                    target.sites.contains(asked.site ?? "")
                    || target.apps.contains(asked.app ?? "") || asked.app == "far.App"
                guard isKnown else {
                    throw TargetsAPI.NoSuchPlace(place: asked.site ?? asked.app ?? "").varlinkError
                }
                target.names =
                    asked.name.map {
                        [.init(site: asked.site, app: asked.app, name: $0)]
                    } ?? []
                call.reply(TargetsAPI.SetName.Reply(targets: [target]))
            },
        ]
    }

    private var reading: [String: MethodHandler] {
        [
            "usage.Today": { $0.reply(SampleReplies.usageToday) },
            "usage.Sessions": { call in
                for session in SampleReplies.sessions {
                    call.reply(UsageAPI.Sessions.Reply(sessions: [session]), continues: true)
                }
                call.reply(UsageAPI.Sessions.Reply(sessions: []))
            },
            "budgets.List": { $0.reply(BudgetsAPI.List.Reply(budgets: [SampleReplies.budget])) },
            "metrics.Get": { $0.reply(MetricsAPI.Get.Reply(metrics: SampleReplies.metrics)) },
            "metrics.Insights": {
                $0.reply(MetricsAPI.Insights.Reply(insights: [SampleReplies.insight]))
            },
            "metrics.Prediction": { $0.reply(SampleReplies.prediction) },
            "metrics.Export": { call in
                call.reply(MetricsAPI.Export.Reply(text: "{\"a\":1}\n"), continues: true)
                call.reply(MetricsAPI.Export.Reply(text: "{\"a\":2}\n"))
            },
        ]
    }

    private var saving: [String: MethodHandler] {
        [
            "goals.List": { $0.reply(GoalsAPI.List.Reply(goals: SampleReplies.goals)) },
            "goals.Add": { call in
                let asked = try call.decode(GoalsAPI.Add.Parameters.self)
                var goal = SampleReplies.goals[0]
                (goal.name, goal.by) = (asked.name, asked.by)
                call.reply(GoalsAPI.Add.Reply(goal: goal))
            },
            "goals.Contribute": { call in
                let asked = try call.decode(GoalsAPI.Contribute.Parameters.self)
                let goal = SampleReplies.goals.first { $0.goal == asked.goal }
                guard let goal else {
                    throw GoalsAPI.NoSuchGoal(goal: asked.goal).varlinkError
                }
                call.reply(GoalsAPI.Contribute.Reply(goal: goal))
            },
            "goals.Remove": { call in
                let asked = try call.decode(GoalsAPI.Remove.Parameters.self)
                guard SampleReplies.goals.contains(where: { $0.goal == asked.goal }) else {
                    throw GoalsAPI.NoSuchGoal(goal: asked.goal).varlinkError
                }
                call.reply()
            },
        ]
    }
}
