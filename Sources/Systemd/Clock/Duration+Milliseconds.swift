extension Duration {
    /// The duration in milliseconds, rounded down, never negative and never more than Int64 holds.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? 0 : .max }
        return max(
            0, product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue)
    }
}
