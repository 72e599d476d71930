/// The meaning of a list's word as a host's name.
enum ListName: Equatable {
    /// A name of ASCII letters, in any case, with at least one dot.
    case name
    /// A name without a dot.
    case singleLabel
    /// The name has other letters, which are still to be encoded.
    case international
    /// The word is not a name, because of the byte at an offset.
    case faulty(at: Int, Fault)

    enum Fault: Equatable {
        case character(UInt8)
        case emptyLabel, longLabel, longName

        var words: String {
            switch self {
            case .character(UInt8(ascii: "/")), .character(UInt8(ascii: ":")):
                "this is a URL; a list can contain only host names, without \"https://\", "
                    + "port or path"
            case .character(UInt8(ascii: "*")):
                "\"*.\" is allowed only at the beginning of a name"
            case .character(let byte) where (0x21..<0x7f).contains(byte):
                "\"\(Character(UnicodeScalar(byte)))\" is not allowed in a host name"
            case .character: "this character is not allowed in a host name"
            case .emptyLabel: "a part between two dots is empty"
            case .longLabel: "a part between two dots is longer than 63 characters"
            case .longName: "the name is longer than 253 characters"
            }
        }

        /// True for a fault that is typical of filters.
        var isFilter: Bool {
            guard case .character(let byte) = self else { return false }
            return "$^|=&?~#".utf8.contains(byte)
        }
    }

    /// Reads a word without outer dots. There are hosts with underscores and outer hyphens.
    static func read(_ word: Span<UInt8>) -> ListName {
        var label = 0
        var hasDot = false
        for index in word.indices {
            switch word[unchecked: index] {
            case 0x61...0x7a, 0x30...0x39, UInt8(ascii: "-"), 0x41...0x5a, UInt8(ascii: "_"):
                label += 1
                if label > 63 { return .faulty(at: index, .longLabel) }
            case UInt8(ascii: "."):
                if label == 0 { return .faulty(at: index, .emptyLabel) }
                label = 0
                hasDot = true
            case 0x80...: return .international
            case let byte: return .faulty(at: index, .character(byte))
            }
        }
        if label == 0 { return .faulty(at: max(0, word.count - 1), .emptyLabel) }
        if word.count > 253 { return .faulty(at: 253, .longName) }
        return hasDot ? .name : .singleLabel
    }

    /// The first option that restricts a filter to parts of the site.
    static func narrowingOption(_ bytes: [UInt8], in range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: 0x2c) ?? range.upperBound
            let option = String(decoding: bytes[start..<end], as: UTF8.self)
            if !["all", "document", "doc", "important"].contains(option) { return start..<end }
            start = end + 1
        }
        return nil
    }
}
