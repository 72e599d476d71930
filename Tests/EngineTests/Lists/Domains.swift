import SeededRandom

/// Made-up domains and hosts, the same for the same seed.
extension SeededGenerator {
    /// A label out of few, so that names meet.
    mutating func label() -> String {
        let letters = Array("ab-1_")
        let length = Int.random(in: 1...2, using: &self)
        return String((0..<length).map { _ in letters.randomElement(using: &self) ?? "a" })
    }

    /// A name of some labels.
    mutating func name(labels: ClosedRange<Int> = 1...5) -> String {
        (0..<Int.random(in: labels, using: &self)).map { _ in label() }.joined(separator: ".")
    }

    /// A domain of the length that domains of lists have.
    mutating func domain() -> String {
        let length = Int.random(in: 5...16, using: &self)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let label = String((0..<length).map { _ in letters.randomElement(using: &self) ?? "a" })
        let ends = ["com", "net", "co.uk", "example"]
        let end = ends.randomElement(using: &self) ?? "com"
        return Bool.random(using: &self) ? "\(label).\(end)" : "www.\(label).\(end)"
    }
}
