import Testing

/// Collects what callbacks report, for a test that waits for it. A test that waits in vain is ended
/// by its suite's time limit.
final class Mailbox<Message: Sendable>: Sendable {
    struct Closed: Error {}

    private let stream: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func post(_ message: Message) {
        continuation.yield(message)
    }

    /// The next message, in order of posting.
    func next() async throws -> Message {
        for await message in stream { return message }
        throw Closed()
    }

    /// What was posted and not yet taken.
    func rest() async -> [Message] {
        continuation.finish()
        var messages: [Message] = []
        for await message in stream { messages.append(message) }
        return messages
    }
}
