import API
import NIOCore
import Varlink

/// An event for open pages.
enum PageEvent: Hashable, Sendable {
    case decision(ProtectionAPI.Decision)
    /// Something else that pages show has changed.
    case change
    /// The daemon cannot be reached.
    case gone
    /// The daemon can be reached again; its state may have changed.
    case back
}

/// The encoding of events as `text/event-stream`.
enum ServerSentEvent {
    /// The beginning of a stream: the milliseconds after which a page that lost it reconnects.
    static let greeting = ByteBuffer(string: "retry: 2000\n\n")
    /// A comment, which pages do not see. Writing it reveals a stream whose page is gone.
    static let keepAlive = ByteBuffer(string: ":\n\n")

    /// An event that pages listen for. The JSON has no line breaks, so the data are one line.
    static func bytes(_ event: PageEvent, describe: (ProtectionAPI.Decision) -> String)
        -> ByteBuffer
    {
        switch event {
        case .decision(let decision): named("change", ["text": .string(describe(decision))])
        case .change: named("change")
        case .gone: named("gone")
        case .back: named("back")
        }
    }

    private static func named(_ name: String, _ data: JSONObject = [:]) -> ByteBuffer {
        ByteBuffer(string: "event: \(name)\ndata: \(JSON.object(data).text)\n\n")
    }
}
