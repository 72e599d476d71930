/// Finds the name that was probably meant by a misspelt one.
package enum NearName {
    /// The nearest candidate, or nil if none is near enough for a guess.
    ///
    /// Near means equal except for case, or at most a third of the name's characters wrong,
    /// missing, surplus or swapped with their neighbours. The first of equally near candidates
    /// wins.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String?
    {
        guard name.utf8.count <= 1000 else { return nil }
        let lowered = Array(name.lowercased())
        guard (1...64).contains(lowered.count) else { return nil }
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name {
            // Most differ too much in length alone, and a damaged file may ask 100,000 times.
            if isASCII, candidate.utf8.allSatisfy({ $0 < 0x80 }) {
                let longer = max(name.utf8.count, candidate.utf8.count)
                let shorter = min(name.utf8.count, candidate.utf8.count)
                guard longer - shorter <= max(1, longer / 3) else { continue }
            }
            let other = Array(candidate.lowercased())
            let limit = max(1, max(lowered.count, other.count) / 3)
            guard abs(other.count - lowered.count) <= limit, other.count <= 64 else { continue }
            let distance = self.distance(lowered, other)
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Optimal string alignment distance: edits and swaps of neighbours count one each.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var previous: [Int] = []
        var row = Array(0...b.count)
        for i in a.indices {
            let above = row
            row[0] = i + 1
            for j in b.indices {
                let change = above[j] + (a[i] == b[j] ? 0 : 1)
                row[j + 1] = min(change, above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], previous[j - 1] + 1)
                }
            }
            previous = above
        }
        return row[b.count]
    }
}
