/// A property list in Apple's binary form (`bplist00`), as far as a file of SelfControl needs it:
/// texts, truth values, lists and maps.
///
/// Every offset and count is checked against the file, and nothing is read recursively.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objects: Int
    private let table: Int
    /// The number of the object that holds all others.
    private let top: Int

    enum Object: Hashable {
        case truth(Bool)
        case text(String)
        /// The numbers of the objects in it.
        case list([Int])
        /// The numbers of the keys, and of their values.
        case map(keys: [Int], values: [Int])
        case other
    }

    private static let trailer = 32

    /// Reads the first and the last bytes; nil if they are not those of a binary property list.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Array("bplist00".utf8)), bytes.count >= 8 + Self.trailer else {
            return nil
        }
        self.bytes = bytes
        let trailer = bytes.count - Self.trailer
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objects = Self.number(bytes, at: trailer + 8, size: 8),
            let top = Self.number(bytes, at: trailer + 16, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8),
            objects <= bytes.count, table <= trailer, top < objects,
            objects * offsetSize <= trailer - table
        else { return nil }
        (self.objects, self.top, self.table) = (objects, top, table)
    }

    /// The object of a key of the map that holds all others; nil if there is no such map or key.
    func object(of key: String) -> Object? {
        guard case .map(let keys, let values)? = object(top) else { return nil }
        return keys.firstIndex { object($0) == .text(key) }.flatMap { object(values[$0]) }
    }

    /// An object by its number; nil if the file is damaged there.
    func object(_ number: Int) -> Object? {
        guard number < objects,
            let start = Self.number(bytes, at: table + number * offsetSize, size: offsetSize),
            start < table
        else { return nil }
        let kind = bytes[start] >> 4
        switch bytes[start] {
        case 0x08: return .truth(false)
        case 0x09: return .truth(true)
        default: break
        }
        guard [0x5, 0x6, 0xa, 0xd].contains(kind) else { return .other }
        guard let (count, start) = count(at: start) else { return nil }
        switch kind {
        case 0x5:
            return contents(start, count, size: 1).map {
                .text(String(decoding: $0, as: UTF8.self))
            }
        case 0x6:
            return contents(start, count, size: 2).map { bytes in
                let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
                    UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
                }
                return .text(String(decoding: units, as: UTF16.self))
            }
        case 0xa: return references(start, count).map { .list($0) }
        default:
            return references(start, 2 * count).map {
                .map(keys: Array($0[..<count]), values: Array($0[count...]))
            }
        }
    }

    /// The count of an object, at most the number of bytes, and the place after it.
    private func count(at start: Int) -> (Int, Int)? {
        let short = Int(bytes[start] & 0xf)
        guard short == 0xf else { return (short, start + 1) }
        // The number follows as an object of its own, of 1, 2, 4 or 8 bytes.
        guard start + 1 < table, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0xf <= 3 else {
            return nil
        }
        let size = 1 << Int(bytes[start + 1] & 0xf)
        guard let count = Self.number(bytes, at: start + 2, size: size), count <= bytes.count else {
            return nil
        }
        return (count, start + 2 + size)
    }

    private func contents(_ start: Int, _ count: Int, size: Int) -> ArraySlice<UInt8>? {
        guard start <= table, count * size <= table - start else { return nil }
        return bytes[start..<start + count * size]
    }

    private func references(_ start: Int, _ count: Int) -> [Int]? {
        guard contents(start, count, size: referenceSize) != nil else { return nil }
        let numbers = (0..<count).compactMap {
            Self.number(bytes, at: start + $0 * referenceSize, size: referenceSize)
        }
        return numbers.count == count ? numbers : nil
    }

    /// A whole number, the highest byte first; nil if it is negative or does not lie in the file.
    private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
        guard start <= bytes.count, size <= bytes.count - start else { return nil }
        let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
