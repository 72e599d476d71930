/// A route to a page, or to the handler of a form.
struct Route: Sendable {
    let method: PageRequest.Method
    /// The parts of the path; one that begins with `:` stands for any.
    let path: [String]
    /// Handles the request; the second parameter is the path's part at the placeholder, else empty.
    let answer: @Sendable (PageContext, String) throws -> PageResponse

    /// The page at a path, `goals/:goal/remove`; the empty path is the first page.
    init(
        _ method: PageRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (PageContext, String) throws -> PageResponse
    ) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.answer = answer
    }

    /// The part of a path at the placeholder, empty without one; nil if the path does not match.
    func openPart(of path: [String]) -> String? {
        guard path.count == self.path.count else { return nil }
        var open = ""
        for (part, given) in zip(self.path, path) {
            if part.hasPrefix(":") {
                open = given
            } else if part != given {
                return nil
            }
        }
        return open
    }
}
