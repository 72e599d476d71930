/// The languages that a browser asks for.
enum AcceptedLanguages {
    static let most = 10

    /// The language tags in the headers' values in order of preference, without `*` and `q=0`.
    static func best(of headers: [String]) -> [String] {
        let wanted = headers.flatMap { $0.split(separator: ",") }.prefix(most)
            .compactMap { item -> (tag: String, weight: Double)? in
                let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
                guard let tag = parts.first, tag.utf8.count <= 35, isTag(tag) else { return nil }
                let weight =
                    parts.dropFirst().first { $0.hasPrefix("q=") }
                    .map { Double($0.dropFirst(2)) ?? 0 } ?? 1
                return weight > 0 ? (tag, weight) : nil
            }
        // The order of the header among those that are wanted equally.
        return wanted.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }.map(\.element.tag)
    }

    private static func isTag(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}
