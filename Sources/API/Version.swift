/// The version of all programs of this package, defined only here.
package enum Version {
    /// Semantic version: `0.1.0`.
    package static let text = "0.1.0"
}
