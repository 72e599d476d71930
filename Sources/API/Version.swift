/// The version of all programs of this package, defined only here.
package enum Version {
    /// Semantic version: `0.1.0`.
    package static let text = "0.1.0"

    /// Whether a version is lower than another. Their numbers are compared: 0.9.0 is lower than
    /// 0.10.
    package static func isLower(_ version: String, than other: String) -> Bool {
        numbers(version).lexicographicallyPrecedes(numbers(other))
    }

    /// The numbers of a version, without zeros at its end.
    private static func numbers(_ version: String) -> [Int] {
        var numbers = version.split(separator: ".").map { Int($0) ?? 0 }
        while numbers.last == 0 { numbers.removeLast() }
        return numbers
    }
}
