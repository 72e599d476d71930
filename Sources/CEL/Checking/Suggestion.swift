/// Finds the name that a person probably meant.
enum Suggestion {
    /// The nearest of some names; nil if none is near. A third of the letters may differ.
    static func nearest(to name: String, in names: [String]) -> String? {
        let written = Array(name.utf8.prefix(64))
        let limit = max(1, written.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in names where candidate != name {
            let letters = Array(candidate.utf8)
            guard abs(letters.count - written.count) <= limit else { continue }
            let distance = distance(written, letters)
            if distance <= limit, distance < best?.distance ?? Int.max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and exchanges of neighbours between two texts.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var best = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
