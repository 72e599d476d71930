import API
import NIOCore
import Varlink

/// A change that open pages are told of.
enum PageEvent: Hashable, Sendable {
    /// The daemon decided something.
    case decision(ProtectionAPI.Decision)
    /// Something else that pages show is another.
    case change
    /// The daemon cannot be reached.
    case gone
    /// The daemon can be reached again; what it says may be another.
    case back
}

/// The form of a stream of events, as `text/event-stream` has it.
enum ServerSentEvent {
    /// The beginning of a stream: how soon a page that lost it comes again, in milliseconds.
    static let greeting = ByteBuffer(string: "retry: 2000\n\n")
    /// A comment, which pages do not see: by it a stream whose page is gone is noticed.
    static let keepAlive = ByteBuffer(string: ":\n\n")

    /// An event that pages listen for. JSON has no line breaks of its own: the data are one line.
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
