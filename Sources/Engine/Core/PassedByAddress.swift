/// A member that makes the type around it one that is passed by address: a call copies nothing,
/// not even during a change.
///
/// The compiler otherwise copies a large type for nearly every call.
struct PassedByAddress: Sendable {
    private let existential: (any Sendable)? = nil
}
