/// The outcomes of the last ended requests, by number.
package struct EndedRequests: Hashable, Sendable {
    /// The outcomes, after some that are no longer counted. Those are removed together and rarely,
    /// because a removal moves all others.
    private var all: [State.EndedRequest] = []

    /// The number of remembered ended requests, for late queries.
    private static let remembered = 64

    package init() {}

    mutating func add(_ ended: State.EndedRequest) {
        // By number: events that had to reach the disk first are applied late.
        if let last = all.last, last.request >= ended.request {
            let place = all.lastIndex { $0.request < ended.request }.map { $0 + 1 } ?? 0
            all.insert(ended, at: place)
        } else {
            all.append(ended)
        }
        if all.count >= 4 * Self.remembered { all.removeFirst(startIndex) }
    }

    package static func == (left: EndedRequests, right: EndedRequests) -> Bool {
        left.elementsEqual(right)
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(Array(self)) }
}

extension EndedRequests: RandomAccessCollection {
    package var startIndex: Int { Swift.max(0, all.count - Self.remembered) }
    package var endIndex: Int { all.count }
    package subscript(index: Int) -> State.EndedRequest { all[index] }
}

extension EndedRequests: Codable {
    package init(from decoder: any Decoder) throws { all = try Array(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}
