/// A page, or what happens when a form of it is sent.
struct Route: Sendable {
    /// What the parts of the path were that the route leaves open, by name.
    typealias Parameters = [String: String]

    let method: PageRequest.Method
    /// The parts of the path; one that begins with `:` stands for any, and names it.
    let path: [String]
    let answer: @Sendable (PageContext, Parameters) throws -> PageResponse

    /// The page at a path, `goals/:goal/remove`; the empty path is the first page.
    init(
        _ method: PageRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (PageContext, Parameters) throws -> PageResponse
    ) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.answer = answer
    }

    /// The parts that were left open; nil where the path is another.
    func parameters(of path: [String]) -> Parameters? {
        guard path.count == self.path.count else { return nil }
        var parameters: Parameters = [:]
        for (part, given) in zip(self.path, path) {
            if part.hasPrefix(":") {
                parameters[String(part.dropFirst())] = given
            } else if part != given {
                return nil
            }
        }
        return parameters
    }
}
