extension [Int64] {
    /// How many of the numbers, which must ascend, are at most `limit`; which is also the place of
    /// the first greater one.
    func count(upTo limit: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
