import RuleModel

/// The engine's numbers of requests, by the caller's own.
///
/// Most callers count up, and most actions concern the last request: neither costs a hash.
struct SimulatedRequests: Sendable {
    private struct Entry {
        let number: Int64
        let request: Int64
    }

    /// The requests whose number was the greatest until then, ascending.
    private var ascending: [Entry] = []
    /// All others by number. They came later, so they are looked up first.
    private var others: [Int64: Int64] = [:]

    subscript(number: Int64) -> Int64? {
        if let last = ascending.last, last.number == number { return last.request }
        if !others.isEmpty, let request = others[number] { return request }
        let place = ascending.prefixCount { $0.number < number }
        let isKnown = place < ascending.count && ascending[place].number == number
        return isKnown ? ascending[place].request : nil
    }

    /// Adds a request; a number that is used again means the later one.
    mutating func add(_ number: Int64, _ request: Int64) {
        let entry = Entry(number: number, request: request)
        guard let last = ascending.last, number <= last.number else {
            return ascending.append(entry)
        }
        if number == last.number {
            ascending[ascending.count - 1] = entry
        } else {
            others[number] = request
        }
    }
}
