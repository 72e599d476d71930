/// Collects what callbacks report, for a test that waits for it. A test that waits in vain is ended
/// by its suite's time limit.
package final class Mailbox<Message: Sendable>: Sendable {
    /// Nothing will be posted any more.
    package struct Closed: Error {}

    private let stream: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation

    /// An empty one.
    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Puts a message in, from any thread.
    package func post(_ message: Message) {
        continuation.yield(message)
    }

    /// The next message, in order of posting; throws `Closed` after `rest()`.
    package func next() async throws -> Message {
        for await message in stream { return message }
        throw Closed()
    }

    /// The messages that were posted but not yet taken.
    package func rest() async -> [Message] {
        continuation.finish()
        var messages: [Message] = []
        for await message in stream { messages.append(message) }
        return messages
    }
}
