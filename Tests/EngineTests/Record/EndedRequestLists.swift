import Foundation
import Testing

@testable import Engine

/// The last 64 ended requests, by number, whatever is kept behind them.
struct EndedRequestLists {
    private func list(_ numbers: some Sequence<Int64>) -> EndedRequests {
        var list = EndedRequests()
        for number in numbers { list.add(.init(request: number, outcome: .kept)) }
        return list
    }

    @Test(arguments: [0, 1, 63, 64, 65, 128, 255, 256, 257, 1000])
    func theLast(count: Int64) throws {
        let numbers = Array(1...max(count, 1)).prefix(Int(count))
        let all = list(numbers)
        #expect(all.map(\.request) == Array(numbers.suffix(64)))
        #expect(all == list(numbers.suffix(64)))
        #expect(all.hashValue == list(numbers.suffix(64)).hashValue)
        let json = try JSONEncoder().encode(all)
        #expect(try JSONDecoder().decode([State.EndedRequest].self, from: json) == Array(all))
        #expect(try JSONDecoder().decode(EndedRequests.self, from: json) == all)
    }

    @Test func lateOnesAreInOrder() {
        let numbers = [Int64](1...300).filter { $0 != 30 && $0 != 290 }
        #expect(list(numbers + [290, 30]).map(\.request) == [Int64](237...300))
    }
}
