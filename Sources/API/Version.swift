/// The version of the programs of this package; the only place that says it.
package enum Version {
    /// Semantic version: `0.1.0`.
    package static let text = "0.1.0"
}
