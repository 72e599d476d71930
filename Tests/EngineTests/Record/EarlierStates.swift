import Engine
import Foundation
import RuleModel
import Testing

/// States as earlier versions wrote them into checkpoints are read; what they did not know yet is
/// as before any fact.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EarlierStates {
    /// The members of a state that format 1 had.
    private static let ofFormat1: Set<String> = [
        "lastSequence", "last", "jump", "continuity", "zone", "rules", "quietHours", "protections",
        "switches", "decisions", "risk",
    ]

    /// A night, word for word as format 1 has it: schedule, protection and switch.
    private static let format1 = """
        {"continuity":"first","decisions":{"shopping":{"at":1795039200000,"decision":{\
        "cause":"protection","restrictions":[{"isStrict":true,"kind":"manual_protection",\
        "name":"Focus","rule":"4","until":1795046400000}],"target":"shopping",\
        "until":1795046400000,"verdict":"block"},"sequence":5}},"last":{"at":1795039200000,\
        "elapsed":{"boot":"boot 1","elapsed":10800000}},"lastSequence":6,"protections":[{\
        "deadline":{"boot":"boot 1","elapsed":18000000},"id":4,"isStrict":true,\
        "kind":"manual_protection","length":7200000,"name":"Focus","targets":["shopping"]}],\
        "quietHours":{"nights":{"end":1795066200000,"fingerprint":"f","schedule":"nights",\
        "start":1795037400000}},"rules":"r","switches":[{"schedule":"noon"},\
        {"fingerprint":"n","isOn":false,"subject":{"schedule":"noon"}}],"zone":"Europe/Berlin"}
        """

    private func decode(_ text: String) throws -> State {
        try JSONDecoder().decode(State.self, from: Data(text.utf8))
    }

    @Test func wordForWord() throws {
        let state = try decode(Self.format1)
        var expected = State()
        expected.lastSequence = 6
        let deadline = Deadline(boot: BootID("boot 1"), elapsed: .hours(5))
        expected.protections = [
            Protection(
                id: 4, kind: .manualProtection, name: "Focus", targets: ["shopping"],
                isStrict: true, length: .hours(2), deadline: deadline)
        ]
        #expect(state.protections == expected.protections)
        #expect(state.lastSequence == 6)
        #expect(state.last?.elapsed.elapsed == .hours(3))
        #expect(state.quietHours.keys.sorted() == ["nights"])
        #expect(state.switches[.schedule("noon")]?.isOn == false)
        #expect(state.decisions["shopping"]?.decision.isBlocked == true)
        #expect(state.zone == "Europe/Berlin" && state.rules == "r" && state.jump == nil)
        #expect(state.requests.isEmpty && state.grants.isEmpty && state.prompts.isEmpty)
        #expect(state.outcomes.isEmpty && state.stepsBack.isEmpty)
        #expect(state.autoProtectionEnds.isEmpty)
        #expect(state.behaviour == Behaviour())
        #expect(state.tally == Tally() && state.usage == UsageRecord())
        #expect(state.aftermaths.isEmpty && state.checkIns.isEmpty && state.budgets.isEmpty)
        #expect(state.goals.isEmpty && state.names.isEmpty && state.incidents.isEmpty)
        #expect(state.riskyHourToldOn == nil && !state.isStopped)
        #expect(state.edits.isEmpty && state.switchedOn.isEmpty && state.entryEnds.isEmpty)
        #expect(state.targetRequests == TargetRequests())
    }

    /// The protection goes on under this version, to its own end.
    @Test func goesOn() throws {
        var machine = try Machine(
            at: "2026-11-18T23:00:00+01:00", rules: rules([]), continuing: decode(Self.format1))
        #expect(machine.isBlocked("shopping"))
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        guard case .strict = machine.refusal(input) else {
            Issue.record("the strict protection was lost")
            return
        }
        machine.advance(.hours(2) - instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
    }

    /// A whole state of this version, less what it has added: every later member by itself, and
    /// all of them.
    @Test func withoutWhatCameLater() throws {
        var machine = try atNight()
        machine.send(.startProtection(target: nil, length: .hours(2), name: "P"))
        try machine.unblock()
        machine.send(.switch(.schedule("nights"), isOn: false))
        let state = machine.engine.state
        let members = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(state)) as? [String: Any])
        let later = Set(members.keys).subtracting(Self.ofFormat1)
        // All but the day of a risky hour, of which none was told.
        #expect(later.count == 24)
        for missing in later.map({ [$0] }) + [Array(later)] {
            let rest = members.filter { !missing.contains($0.key) }
            let read = try JSONDecoder().decode(
                State.self, from: JSONSerialization.data(withJSONObject: rest))
            #expect(read.protections == state.protections)
            #expect(read.decisions == state.decisions)
            #expect(read.switches == state.switches)
            #expect((read.grants == state.grants) != missing.contains("grants"))
            #expect((read.behaviour == state.behaviour) != missing.contains("behaviour"))
        }
    }

    /// A missing member that format 1 had is not guessed.
    @Test func damaged() throws {
        let state = try atNight().engine.state
        let members = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(state)) as? [String: Any])
        for name in ["lastSequence", "continuity", "quietHours", "protections", "switches"] {
            let rest = try JSONSerialization.data(
                withJSONObject: members.filter { $0.key != name })
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(State.self, from: rest)
            }
        }
    }
}
