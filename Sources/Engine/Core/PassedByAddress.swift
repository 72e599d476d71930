/// A member that makes the compiler pass the type around it by address.
///
/// A large struct of plain members is otherwise copied for nearly every call during a mutation, a
/// few kilobytes each time. An existential in it, at any depth, prevents that. A closure that
/// captures the struct and a branch among a call's arguments still copy it.
struct PassedByAddress: Sendable {
    private let existential: (any Sendable)? = nil
}
