/// The storage in which sealed files lie.
package enum Storage: Hashable, Sendable {
    case directory(path: String)
    case s3(bucket: String)
    case dynamoDB(region: String, table: String)

    package var text: String {
        switch self {
        case .directory(let path): path
        case .s3(let bucket): "s3://\(bucket)"
        case .dynamoDB(let region, let table): "dynamodb://\(region)/\(table)"
        }
    }
}

/// The address of a space: its storage and its id. `s3://BUCKET/SPACE`,
/// `dynamodb://REGION/TABLE/SPACE`, or `DIRECTORY/SPACE` from the root.
package struct Address: Hashable, Sendable {
    /// The longest address in bytes.
    package static let maximumLength = 4096

    package let storage: Storage
    package let space: SpaceID

    package init(storage: Storage, space: SpaceID) {
        self.storage = storage
        self.space = space
    }

    /// Parses an address; nil for anything that `text` would write otherwise.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, let slash = text.lastIndex(of: "/"),
            let space = SpaceID(hexadecimal: text[text.index(after: slash)...]),
            let storage = Self.storage(text[..<slash])
        else { return nil }
        self.init(storage: storage, space: space)
    }

    package var text: String { "\(storage.text)/\(space.hexadecimal)" }

    private static func storage(_ text: Substring) -> Storage? {
        if text.hasPrefix("s3://") {
            let bucket = text.dropFirst("s3://".count)
            return isName(bucket) ? .s3(bucket: String(bucket)) : nil
        }
        if text.hasPrefix("dynamodb://") {
            let parts = text.dropFirst("dynamodb://".count)
                .split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy(isName) else { return nil }
            return .dynamoDB(region: String(parts[0]), table: String(parts[1]))
        }
        guard text.hasPrefix("/"), !text.unicodeScalars.contains(where: { $0.value == 0 }) else {
            return nil
        }
        return .directory(path: String(text))
    }

    /// The letters that names of buckets, regions and tables are made of.
    private static func isName(_ text: Substring) -> Bool {
        let isLetter: (Unicode.Scalar) -> Bool = {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        }
        return !text.isEmpty
            && text.unicodeScalars.allSatisfy { isLetter($0) || "-_.".unicodeScalars.contains($0) }
    }
}
