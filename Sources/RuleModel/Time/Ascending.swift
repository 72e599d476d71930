extension Array {
    /// How many elements come before a place, given that those for which `isBefore` holds all stand
    /// before those for which it does not.
    package func count(while isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [Int64] {
    /// How many of the numbers, which must ascend, are at most `limit`; which is also the place of
    /// the first greater one.
    package func count(upTo limit: Int64) -> Int { count(while: { $0 <= limit }) }
}
