import API
import Varlink

/// `org.soteria.dashboard`, served on the control socket's own loop.
extension AccessControl: DashboardAPI.Handlers {
    /// The largest length of a page's path in bytes.
    static let longestPage = 64

    func open(_ call: TypedCall<DashboardAPI.Open>) throws(CallError<DashboardAPI>) {
        let page = call.parameters.page ?? ""
        guard page.isEmpty || Self.isPage(page) else { throw .invalidParameter("page") }
        do {
            call.reply(DashboardAPI.Open.Reply(file: try open(page: page)))
        } catch {
            throw .notWritable(reason: error.reason)
        }
    }

    /// True if the text is a page's path, `goals/3`, and cannot lead elsewhere.
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
