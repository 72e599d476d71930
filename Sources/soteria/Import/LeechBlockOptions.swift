import Localization

/// The options that LeechBlock NG exports, as lines `NAME=VALUE`; those of a block set end in its
/// number, as in `sites2`.
struct LeechBlockOptions {
    struct Option: Hashable {
        /// The name without the number of a block set.
        var name: String
        /// The number of the block set, from 1; nil for a general option.
        var set: Int?
        var value: String
        /// The line in the file, from 1.
        var line: Int

        /// The name as written in the file.
        var written: String { name + (set.map(String.init) ?? "") }
    }

    /// The options in the order of the file; of those with the same name the last one only.
    private(set) var options: [Option] = []
    /// The lines that are no option, and options that are set again further down.
    private(set) var omissions: [RuleDraft.Omission] = []

    /// The highest number of a block set; LeechBlock has 30.
    private static let sets = 1...999

    /// Reads a file; nil if it has none of the options of LeechBlock.
    init?(_ bytes: [UInt8]) {
        guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
        if text.hasPrefix("\u{feff}") { text.removeFirst() }
        var places: [String: Int] = [:]
        // By bytes: a line break of Windows is one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            var line = Substring(bytes)
            if line.utf8.last == UInt8(ascii: "\r") { line = Substring(line.utf8.dropLast()) }
            guard let option = Self.option(line, index + 1) else {
                leaveOut(line, index + 1)
                continue
            }
            if let earlier = places[option.written] {
                omissions.append(
                    RuleDraft.Omission(
                        options[earlier],
                        localized("line \(option.line) sets this option again")))
                options[earlier] = option
            } else {
                places[option.written] = options.count
                options.append(option)
            }
        }
        guard options.contains(where: { $0.set != nil && $0.name == "sites" }) else { return nil }
    }

    private static func option(_ line: Substring, _ number: Int) -> Option? {
        guard let equals = line.firstIndex(of: "=") else { return nil }
        let written = line[..<equals]
        guard !written.isEmpty, written.utf8.allSatisfy(\.isOfName) else { return nil }
        let name = written.prefix { !$0.isNumber }
        let digits = written[name.endIndex...]
        let value = String(line[line.index(after: equals)...])
        guard !digits.isEmpty else {
            return Option(name: String(name), set: nil, value: value, line: number)
        }
        guard let set = Int(digits), sets.contains(set), !name.isEmpty, digits.first != "0" else {
            return nil
        }
        return Option(name: String(name), set: set, value: value, line: number)
    }

    private mutating func leaveOut(_ line: Substring, _ number: Int) {
        // LeechBlock for Android begins its files with such lines.
        guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("#") else { return }
        omissions.append(
            RuleDraft.Omission(
                line: number, setting: "", value: String(line.prefix(RuleDraft.Omission.longest)),
                reason: localized("this line is not an option of LeechBlock")))
    }

    /// The numbers of the block sets, in ascending order.
    var sets: [Int] { Set(options.compactMap(\.set)).sorted() }
}

extension RuleDraft.Omission {
    /// The largest length of a value that is shown, in characters.
    static let longest = 200

    init(_ option: LeechBlockOptions.Option, value: String? = nil, _ reason: String) {
        self.init(
            line: option.line, setting: option.written,
            value: String((value ?? option.value).prefix(Self.longest)), reason: reason)
    }
}

extension UInt8 {
    /// True for an ASCII letter or digit, as in names of options.
    fileprivate var isOfName: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5a).contains(self)
            || (0x61...0x7a).contains(self)
    }
}
