import RuleModel

@testable import Engine

/// The rows of the daemon and its record.
extension FactNames {
    static let recordRows: [(fact: Fact, json: String)] = [
        (
            .daemonStarted(DaemonStart(version: "1.2", continuity: .sameBoot, zone: "UTC")),
            #"{"daemonStarted":{"continuity":"sameBoot","version":"1.2","zone":"UTC"}}"#
        ),
        (.daemonStopped, #"{"daemonStopped":{}}"#),
        (.storeReplaced(setAside: "/s"), #"{"storeReplaced":{"setAside":"/s"}}"#),
        (.storeFailed(refused: .switched), #"{"storeFailed":{"refused":"switched"}}"#),
        (
            .daemonStarted(
                DaemonStart(
                    version: "2", continuity: .unproven, zone: "UTC", away: .seconds(90),
                    wasStopped: false)),
            #"{"daemonStarted":{"away":90000,"continuity":"unproven","version":"2","#
                + #""wasStopped":false,"zone":"UTC"}}"#
        ),
        (
            .daemonStarted(
                DaemonStart(
                    version: "2", continuity: .first, zone: "UTC",
                    lost: Instant(milliseconds: 5))),
            #"{"daemonStarted":{"continuity":"first","lost":5,"version":"2","zone":"UTC"}}"#
        ),
        (
            .storeRestored(StoreRestored(source: "b.sqlite", keptAside: "old.sqlite")),
            #"{"storeRestored":{"keptAside":"old.sqlite","source":"b.sqlite"}}"#
        ),
        (
            .storeRestored(StoreRestored(source: "b.sqlite", keptAside: nil)),
            #"{"storeRestored":{"source":"b.sqlite"}}"#
        ),
        (
            .storeRestored(
                StoreRestored(source: "b", keptAside: nil, device: "01", formerDevice: "02")),
            #"{"storeRestored":{"device":"01","formerDevice":"02","source":"b"}}"#
        ),
        (
            .retained(Retention(through: 12, removed: 11, hash: "00ff")),
            #"{"retained":{"hash":"00ff","removed":11,"through":12}}"#
        ),
        (
            .retained(Retention(through: 12, removed: 11, hash: "00ff", before: 20_605)),
            #"{"retained":{"before":20605,"hash":"00ff","removed":11,"through":12}}"#
        ),
        (
            .received(Received(device: "0a", facts: [])),
            #"{"received":{"device":"0a","facts":[]}}"#
        ),
        (
            .received(
                Received(
                    device: "0a",
                    facts: [
                        SharedFact(
                            id: SharedFactID(bits: 255), at: Instant(milliseconds: 5),
                            content: .unblocked(targets: ["shopping"], purpose: .impulse))
                    ], cursor: HexBytes([1, 255]), isOwn: true)),
            #"{"received":{"cursor":"01ff","device":"0a","facts":[{"at":5,"#
                + #""content":{"unblocked":{"purpose":"impulse","targets":["shopping"]}},"#
                + #""id":"00000000000000ff"}],"isOwn":true}}"#
        ),
    ]
}
