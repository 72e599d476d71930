/// A reference to an object of sd-bus that is released with its owner: a slot, whose release ends
/// the call or match behind it, a message, or the connection itself.
final class BusReference {
    let pointer: OpaquePointer
    private let release: (OpaquePointer?) -> OpaquePointer?

    /// Takes the reference over.
    init(_ pointer: OpaquePointer, release: @escaping (OpaquePointer?) -> OpaquePointer?) {
        self.pointer = pointer
        self.release = release
    }

    deinit {
        _ = release(pointer)
    }
}
