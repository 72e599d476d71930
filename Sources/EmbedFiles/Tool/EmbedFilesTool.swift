import FoundationEssentials

/// Writes files into a Swift source: `embed-files OUTPUT DIRECTORY FILE...`, with each file below
/// the directory.
@main
enum EmbedFilesTool {
    static func main() throws {
        let arguments = CommandLine.arguments
        let directory = arguments[2].hasSuffix("/") ? arguments[2] : arguments[2] + "/"
        let entries = try arguments.dropFirst(3).map { file in
            let bytes = try Data(contentsOf: URL(filePath: file))
            let path = file.dropFirst(directory.count)
            return "        \(literal(path.utf8)): bytes(\(literal(bytes))),\n"
        }
        // A literal of so many numbers would take the compiler seconds; each character of these
        // strings is a byte.
        let source = """
            /// The target's files that are no sources, by their paths in it. Made by embed-files.
            enum EmbeddedFiles {
                static let all: [String: [UInt8]] = [
            \(entries.joined())    ]

                private static func bytes(_ characters: String) -> [UInt8] {
                    characters.unicodeScalars.map { UInt8($0.value) }
                }
            }

            """
        try Data(source.utf8).write(to: URL(filePath: arguments[1]))
    }

    private static func literal(_ bytes: some Sequence<UInt8>) -> String {
        let characters = bytes.map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7f: String(UnicodeScalar(byte))
            default: "\\u{" + String(byte, radix: 16) + "}"
            }
        }
        return "\"" + characters.joined() + "\""
    }
}
