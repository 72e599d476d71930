/// A reference to an object of sd-bus that is released with its owner: a slot, whose release ends
/// its call or match, a message, or the connection itself.
final class BusReference {
    let pointer: OpaquePointer
    private let release: (OpaquePointer?) -> OpaquePointer?

    /// Takes ownership of the reference.
    init(_ pointer: OpaquePointer, release: @escaping (OpaquePointer?) -> OpaquePointer?) {
        self.pointer = pointer
        self.release = release
    }

    deinit {
        _ = release(pointer)
    }
}
