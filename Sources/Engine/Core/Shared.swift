/// Content that is long or rare, in memory shared by all copies; a change replaces it.
final class Shared<Content: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    let content: Content

    init(_ content: Content) { self.content = content }

    static func == (left: Shared, right: Shared) -> Bool {
        left === right || left.content == right.content
    }
    func hash(into hasher: inout Hasher) { hasher.combine(content) }

    var description: String { "\(content)" }
}

extension Shared: Codable where Content: Codable {
    convenience init(from decoder: any Decoder) throws {
        self.init(try Content(from: decoder))
    }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
