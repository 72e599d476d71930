import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The calls on a check-in for people who try out rules.
@Suite struct CheckInDebugTests {
    @Test func theDebugActions() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        let key = "morning"
        #expect(try harness.call(CheckInAPI.List.self, .init()).debug)
        #expect(
            try harness.call(CheckInAPI.GetLastAnswer.self, .init(checkIn: key)).answer == nil)
        _ = try harness.call(CheckInAPI.Answer.self, .init(checkIn: key, yes: false))
        let state = try harness.call(CheckInAPI.GetState.self, .init(checkIn: key))
        #expect(
            state
                == CheckInAPI.GetState.Reply(
                    phase: .no, day: "2026-11-18", openedAt: "2026-11-18T07:00:00+01:00",
                    cap: "2026-11-19T08:00:00+01:00", lastDay: "2026-11-18", streak: 0,
                    longestStreak: 0, answers: 1, asked: 1))
        #expect(
            try harness.call(CheckInAPI.GetLastAnswer.self, .init(checkIn: key)).answer?.yes
                == false)
        let forced = try harness.call(CheckInAPI.Force.self, .init(checkIn: key)).checkIn
        #expect(forced.phase == .asking && forced.answers.count == 1)
        _ = try harness.call(CheckInAPI.Answer.self, .init(checkIn: key, yes: true))
        let again = try harness.call(CheckInAPI.SimulateNewDay.self, .init(checkIn: key)).checkIn
        #expect(again.phase == .asking && again.answers.map(\.yes) == [true])
        let reset = try harness.call(CheckInAPI.Reset.self, .init(checkIn: key)).checkIn
        #expect(reset.phase == .asking && reset.answers.isEmpty)
        #expect(reset.welcome == "Good morning.")
        #expect(
            try harness.facts("checkInReset", "checkInDayForgotten").map(\.kind)
                == ["checkInDayForgotten", "checkInReset"])
        try harness.stop()
    }

    @Test func theDebugActionsAreClosedUnlessTheRulesOpenThem() throws {
        let closed = tracked.replacingOccurrences(of: "debug: true", with: "debug: false")
        let harness = try Harness(rules: closed)
        defer { harness.remove() }
        let off = CheckInAPI.DebugOff().varlinkError
        let key = "morning"
        let before = try harness.inside { $0.engine.state }
        #expect(try !harness.call(CheckInAPI.List.self, .init()).debug)
        #expect(try harness.refusal(CheckInAPI.GetState.self, .init(checkIn: key)) == off)
        #expect(try harness.refusal(CheckInAPI.GetLastAnswer.self, .init(checkIn: key)) == off)
        #expect(try harness.refusal(CheckInAPI.Reset.self, .init(checkIn: key)) == off)
        #expect(try harness.refusal(CheckInAPI.SimulateNewDay.self, .init(checkIn: key)) == off)
        #expect(try harness.refusal(CheckInAPI.Force.self, .init(checkIn: key)) == off)
        #expect(try harness.inside { $0.engine.state } == before)
        let unknown = CheckInAPI.NoSuchCheckIn(checkIn: "evening").varlinkError
        #expect(
            try harness.refusal(CheckInAPI.GetState.self, .init(checkIn: "evening")) == unknown)
        #expect(try harness.refusal(CheckInAPI.Reset.self, .init(checkIn: "evening")) == unknown)
        #expect(
            try harness.refusal(CheckInAPI.Answer.self, .init(checkIn: "evening", yes: true))
                == unknown)
        try harness.stop()
    }
}
