import NIOCore
import Varlink

/// What is told to the open pages.
enum PageEvent: Hashable, Sendable {
    /// Something that pages show is another: with a sentence to be read out, where it is a
    /// decision.
    case change(String?)
    /// The daemon cannot be reached.
    case gone
    /// The daemon can be reached again; what it says may be another.
    case back

    /// The event's name, as pages listen for it.
    var name: String {
        switch self {
        case .change: "change"
        case .gone: "gone"
        case .back: "back"
        }
    }

    /// As `text/event-stream` has it. JSON has no line breaks of its own, so the data are a line.
    var bytes: ByteBuffer {
        var data: JSONObject = [:]
        if case .change(let text?) = self { data["text"] = .string(text) }
        return ByteBuffer(string: "event: \(name)\ndata: \(JSON.object(data).text)\n\n")
    }

    /// What a stream begins with: how soon a page that lost it comes again, in milliseconds.
    static let greeting = ByteBuffer(string: "retry: 2000\n\n")
    /// A comment, which pages do not see: by it a stream whose page is gone is noticed.
    static let sign = ByteBuffer(string: ":\n\n")
}
