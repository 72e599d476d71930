/// A page, or what happens when a form of it is sent.
struct Route: Sendable {
    let method: PageRequest.Method
    /// The parts of the path; one that begins with `:` stands for any.
    let path: [String]
    /// Answers, with the part that the path leaves open; empty if it leaves none.
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

    /// The part that was left open, empty if none was; nil if the path is another.
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
