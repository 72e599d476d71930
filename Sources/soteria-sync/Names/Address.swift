/// The address of a space: `s3://BUCKET/SPACE`, `dynamodb://REGION/TABLE/SPACE`, or
/// `/DIRECTORY/SPACE`.
struct Address: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case directory(String)
        case s3(bucket: String)
        case dynamoDB(region: String, table: String)
    }

    let text: String
    let kind: Kind
    let space: Identifier

    init?(_ text: String) {
        guard text.utf8.count <= 4096, let slash = text.lastIndex(of: "/"),
            let space = Identifier(text[text.index(after: slash)...]),
            let kind = Self.kind(text[..<slash])
        else { return nil }
        self.text = text
        self.space = space
        self.kind = kind
    }

    private static func kind(_ text: Substring) -> Kind? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("s3:", 3) where parts[1].isEmpty && isName(parts[2]):
            return .s3(bucket: String(parts[2]))
        case ("dynamodb:", 4) where parts[1].isEmpty && isName(parts[2]) && isName(parts[3]):
            return .dynamoDB(region: String(parts[2]), table: String(parts[3]))
        case ("", 2...) where !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }):
            return .directory(String(text))
        default: return nil
        }
    }

    /// True of what may stand in a host name, a path, JSON and XML alike, and is no `..`.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= 255 && text.utf8.first != UInt8(ascii: ".")
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.".contains($0)
            }
    }
}
