import RuleModel

@testable import Engine

/// The rows of the rules, their switches and edits that wait.
extension FactNames {
    private static let time = Countdown(.days(1), from: Deadline(boot: boot, elapsed: .hours(1)))
    private static let young = Countdown(
        .minutes(10), from: Deadline(boot: boot, elapsed: .hours(1)))
    private static let texts = [RuleText(path: "/p", layer: 2, text: "t")]
    private static let off = Switch(subject: .schedule("nights"), isOn: false, fingerprint: "f")

    static let ruleRows: [(fact: Fact, json: String)] = [
        (
            .rulesLoaded(
                RulesLoaded(
                    fingerprint: "f", sources: [RuleText(path: "/p", layer: 2, text: "t")])),
            #"{"rulesLoaded":{"fingerprint":"f","sources":[{"layer":2,"path":"/p","text":"t"}]}}"#
        ),
        (
            .switched(Switch(subject: .schedule("nights"), isOn: false, fingerprint: "f")),
            #"{"switched":{"fingerprint":"f","isOn":false,"subject":{"schedule":"nights"}}}"#
        ),
        (.switchCleared(.target("shopping")), #"{"switchCleared":{"target":"shopping"}}"#),
        (
            .switched(Switch(subject: .autoProtection("x"), isOn: true, fingerprint: "f")),
            #"{"switched":{"fingerprint":"f","isOn":true,"subject":{"autoProtection":"x"}}}"#
        ),
        (
            .switchCleared(.autoProtection("x")),
            #"{"switchCleared":{"autoProtection":"x"}}"#
        ),
        (
            .rulesWeakened(RulesWeakened(entries: ["budgets.social", "plan"])),
            #"{"rulesWeakened":{"entries":["budgets.social","plan"]}}"#
        ),
        (
            .editBegan(
                RuleEdit(
                    id: 7, entries: ["quiet_hours.nights"], sources: texts, switches: [off],
                    at: Instant(milliseconds: 5), time: time, revocable: young, cancels: [3])),
            #"{"editBegan":{"at":5,"cancels":[3],"entries":["quiet_hours.nights"],"#
                + #""fingerprint":"\#(RuleText.fingerprint(of: texts))","id":7,"isPending":true,"#
                + #""revocable":{"deadline":{"boot":"b","elapsed":4200000},"length":600000},"#
                + #""sources":[{"layer":2,"path":"/p","text":"t"}],"#
                + #""switches":[{"fingerprint":"f","isOn":false,"subject":{"schedule":"nights"}}],"#
                + #""time":{"deadline":{"boot":"b","elapsed":90000000},"length":86400000}}}"#
        ),
        (
            .editBegan(
                RuleEdit(
                    id: 9, zone: "Europe/Berlin", entries: ["quiet_hours.nights"], sources: [],
                    switches: [], at: Instant(milliseconds: 5), time: time, revocable: young)),
            #"{"editBegan":{"at":5,"cancels":[],"entries":["quiet_hours.nights"],"#
                + #""fingerprint":"\#(RuleText.fingerprint(of: []))","id":9,"isPending":true,"#
                + #""revocable":{"deadline":{"boot":"b","elapsed":4200000},"length":600000},"#
                + #""sources":[],"switches":[],"#
                + #""time":{"deadline":{"boot":"b","elapsed":90000000},"length":86400000},"#
                + #""zone":"Europe/Berlin"}}"#
        ),
        (
            .editBegan(
                RuleEdit(id: 8, change: off, at: Instant(milliseconds: 5), time: time)),
            #"{"editBegan":{"at":5,"cancels":[],"#
                + #""change":{"fingerprint":"f","isOn":false,"subject":{"schedule":"nights"}},"#
                + #""entries":["quiet_hours.nights"],"#
                + #""fingerprint":"\#(RuleText.fingerprint(of: []))","id":8,"isPending":true,"#
                + #""revocable":{"deadline":{"boot":"b","elapsed":90000000},"length":0},"#
                + #""sources":[],"switches":[],"#
                + #""time":{"deadline":{"boot":"b","elapsed":90000000},"length":86400000}}}"#
        ),
        (
            .editEnded(EditEnd(edit: 7, entries: ["plan"], reason: .over)),
            #"{"editEnded":{"edit":7,"entries":["plan"],"reason":"over"}}"#
        ),
        (
            .editsTakenBack(EditReversal(first: 7)),
            #"{"editsTakenBack":{"first":7}}"#
        ),
    ]
}
