import RuleModel

@testable import Engine

/// The rows of the clocks and the zone.
extension FactNames {
    static let clockRows: [(fact: Fact, json: String)] = [
        (.clockJumped(size: .hours(-1)), #"{"clockJumped":{"size":-3600000}}"#),
        (
            .clockAdopted(size: .seconds(2), reason: .waited),
            #"{"clockAdopted":{"reason":"waited","size":2000}}"#
        ),
        (.clockReturned, #"{"clockReturned":{}}"#),
        (
            .zoneChanged(from: "Europe/Berlin", to: "Asia/Tokyo"),
            #"{"zoneChanged":{"from":"Europe/Berlin","to":"Asia/Tokyo"}}"#
        ),
        (.timeNoted, #"{"timeNoted":{}}"#),
    ]
}
