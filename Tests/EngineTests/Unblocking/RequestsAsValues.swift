import Foundation
import RuleModel
import Testing

@testable import Engine

/// A request is a value: whoever holds one is not concerned by what others make of theirs.
struct RequestsAsValues {
    private static let boot = BootID("boot")

    private func request(id: Int64 = 7) -> UnblockRequest {
        let start = Deadline(boot: Self.boot, elapsed: .hours(1))
        return UnblockRequest(
            id: id, place: .site("amazon.com"), targets: ["shopping"], isPause: false,
            at: Instant(seconds: 1_795_014_000), intent: Intent(purpose: .impulse, mood: "bored"),
            wait: Countdown(.seconds(30), from: start),
            expires: Countdown(.minutes(10), from: start),
            circumstances: UnblockRequest.Circumstances(
                hour: 3, weekday: 2, requestsToday: 1, requestsThisWeek: 4, unblocksToday: 0,
                unblocksThisWeek: 2, sinceLastUnblock: .hours(5), quietHours: true))
    }

    /// Each member can be changed, in one copy alone.
    @Test(arguments: 0..<9)
    func change(member: Int) {
        let first = request()
        var second = first
        let later = Countdown(.minutes(3), from: Deadline(boot: Self.boot, elapsed: .hours(2)))
        switch member {
        case 0: second.id = 8
        case 1: second.place = .everything
        case 2: second.targets.append("games")
        case 3: second.isPause = true
        case 4: second.at = Instant(seconds: 1)
        case 5: second.intent?.mood = nil
        case 6: second.wait = nil
        case 7: second.expires = later
        default: second.circumstances.hour = 4
        }
        #expect(first == request() && first.hashValue == request().hashValue)
        #expect(second != first)
        #expect(second.description != first.description)
        #expect(Set([first, second, request()]).count == 2)
    }

    /// A value that is restored equals the original, although it was created again.
    @Test func putBack() {
        let first = request()
        var second = first
        second.intent = nil
        #expect(second.intent == nil && first.intent?.mood == "bored")
        second.intent = first.intent
        #expect(second == first && second.hashValue == first.hashValue)
    }

    /// In the record stand its members themselves.
    @Test func isRecorded() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(request())
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(
            object?.keys.sorted() == [
                "at", "circumstances", "expires", "id", "intent", "isPause", "place", "targets",
                "wait",
            ])
        let again = try JSONDecoder().decode(UnblockRequest.self, from: data)
        #expect(again == request())
        #expect(try encoder.encode(again) == data)
    }

    @Test func damaged() throws {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(UnblockRequest.self, from: Data("{\"id\": 7}".utf8))
        }
    }

    @Test func isDescribed() {
        let text = request(id: 4711).description
        for part in ["4711", "amazon.com", "shopping", "bored"] { #expect(text.contains(part)) }
    }
}
