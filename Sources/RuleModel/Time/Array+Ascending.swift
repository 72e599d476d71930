extension Array {
    /// The number of elements before the first for which `isBefore` does not hold: a binary search.
    ///
    /// All elements for which it holds must precede all others. It is not called `count`: a
    /// trailing closure would then mean either this search or `count(where:)`.
    @inlinable package func prefixCount(while isBefore: (Element) -> Bool) -> Int {
        // The most frequent loop of all: both ends stay within the array, so nothing is checked.
        withUnsafeBufferPointer { elements in
            var low = 0
            var high = elements.count
            while low < high {
                let middle = (low &+ high) &>> 1
                if isBefore(elements[middle]) { low = middle &+ 1 } else { high = middle }
            }
            return low
        }
    }
}

extension [Int64] {
    /// The number of elements, which must ascend, that are at most `limit`; also the index of the
    /// first greater one.
    @inlinable package func count(upTo limit: Int64) -> Int { prefixCount(while: { $0 <= limit }) }
}
