import Testing

@testable import Engine

/// The callers' own numbers of requests, which need not count up.
struct NumbersOfRequests {
    @Test(arguments: [[1, 2, 5, 9], [9, 5, 2, 1], [2, 9, 1, 5], [.min, 0, .max]])
    func inAnyOrder(numbers: [Int64]) {
        var requests = SimulatedRequests()
        for (place, number) in numbers.enumerated() { requests.add(number, Int64(place)) }
        #expect(numbers.map { requests[$0] } == numbers.indices.map { Int64($0) })
        #expect(requests[7] == nil)
    }

    @Test(arguments: [[3, 3], [1, 3, 3], [3, 4, 3], [3, 4, 3, 5, 3]])
    func theLaterOfTwo(numbers: [Int64]) {
        var requests = SimulatedRequests()
        for (place, number) in numbers.enumerated() { requests.add(number, Int64(place)) }
        #expect(requests[3] == Int64(numbers.count - 1))
    }
}
