import API
import Varlink

/// `org.soteria.dashboard`, as the control socket serves it.
extension Reception {
    /// The longest page that a way in may lead to, in bytes.
    static let longestPage = 64

    /// The interface with its handlers, to be served on the reception's own loop.
    nonisolated func controlInterface() throws -> Interface {
        try Interface(
            InterfaceDescription(DashboardAPI.interfaceFile),
            methods: [
                "Open": Method { call in try self.assumeIsolated { try $0.answerOpen(call) } }
            ])
    }

    private func answerOpen(_ call: Call) throws(VarlinkError) {
        let page = try call.decode(DashboardAPI.Open.Parameters.self).page ?? ""
        guard page.isEmpty || Self.isPage(page) else { throw .invalidParameter("page") }
        do {
            call.reply(DashboardAPI.Open.Reply(file: try open(page: page)))
        } catch {
            throw DashboardAPI.NotWritable(reason: error.reason).varlinkError
        }
    }

    /// Whether it is a page's path, `goals/3`, and nothing that could lead elsewhere.
    static func isPage(_ text: String) -> Bool {
        text.utf8.count <= longestPage
            && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                            || $0 == UInt8(ascii: "-")
                    }
            }
    }
}
