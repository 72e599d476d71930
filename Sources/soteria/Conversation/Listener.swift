/// What reaches the program from the person while it waits.
enum Heard: Hashable, Sendable {
    /// A line was typed, without its newline.
    case line(String)
    /// There will be no more lines.
    case end
    /// A signal that ends a program, by its number.
    case signal(Int32)
    /// Nothing came in time.
    case nothing
}

/// Whoever hears what the person types and the signals that end a program.
protocol Listener {
    /// Waits until something comes, at most so long; nil waits for ever.
    func hear(within limit: Duration?) throws -> Heard
}

/// The person keeps the block, in whatever way they say so.
enum Keeping: Error, Hashable {
    /// They chose it.
    case chosen
    /// They ended the input (Ctrl-D).
    case endOfInput
    /// They, or somebody else, ended the program (Ctrl-C) by a signal of this number.
    case signal(Int32)
}
