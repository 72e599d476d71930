/// The functions of the extension library `strings`. Places count code points from 0.
enum StringsLibrary {
    static let functions =
        [
            charAt, search("indexOf", from: 0, firstPlace),
            search("lastIndexOf", from: .max, lastPlace), substring, join, split, replace, format,
            quote,
        ] + plain

    // MARK: - Places

    private static let charAt = Function(
        name: "charAt",
        overloads: [
            Overload(
                binary: .string, .int, .string, isMember: true,
                estimate: { .linear($0, size: .text(4)) },
                apply: { (text, place) throws(EvaluationError) in
                    let (text, place) = (try text.text, try place.place)
                    guard let start = text.byte(ofCodePoint: place) else {
                        throw outOfRange(place)
                    }
                    return .string(String(text.unicodeScalars[start...].prefix(1)))
                })
        ])

    /// A search for a text within another, from a place that an argument may give.
    private static func search(
        _ name: String, from usual: Int,
        _ find: @escaping @Sendable (String, String, Int) throws(EvaluationError) -> Int64
    ) -> Function {
        Function(
            name: name,
            overloads: [
                Overload(binary: .string, .string, .int, isMember: true) {
                    (text, part) throws(EvaluationError) in
                    .int(try find(try text.text, try part.text, usual))
                },
                Overload([.string, .string, .int], .int, isMember: true) {
                    values throws(EvaluationError) in
                    let (text, part) = (try values[0].text, try values[1].text)
                    return .int(try find(text, part, try searchStart(values[2], text, part)))
                },
            ])
    }

    /// A place to search from: before the end, or at it for the empty text.
    private static func searchStart(
        _ value: Value, _ text: String, _ part: String
    ) throws(EvaluationError) -> Int {
        let place = try value.place
        let count = text.unicodeScalars.count
        guard place >= 0, place < count || (part.isEmpty && place == count) else {
            throw outOfRange(place)
        }
        return place
    }

    @Sendable private static func firstPlace(
        in text: String, of part: String, from start: Int
    ) throws(EvaluationError) -> Int64 {
        guard !part.isEmpty else { return Int64(start) }
        let bytes = Array(text.utf8)
        guard let from = text.byteOffset(ofCodePoint: start) else { throw outOfRange(start) }
        var found: Int?
        TextSearch(part).places(in: bytes[from...]) { place in
            found = place
            return false
        }
        guard let found else { return -1 }
        let between = bytes[from..<from + found].count { !$0.isContinuation }
        return Int64(start + between)
    }

    @Sendable private static func lastPlace(
        in text: String, of part: String, upTo end: Int
    ) -> Int64 {
        let bytes = Array(text.utf8)
        guard !part.isEmpty else { return Int64(min(end, text.unicodeScalars.count)) }
        let limit = text.byteOffset(ofCodePoint: end) ?? bytes.count
        var found: Int?
        TextSearch(part).places(in: bytes) { place in
            guard place <= limit else { return false }
            found = place
            return true
        }
        guard let found else { return -1 }
        return Int64(bytes[..<found].count { !$0.isContinuation })
    }

    private static let substring = Function(
        name: "substring",
        overloads: [
            Overload(
                binary: .string, .int, .string, isMember: true, estimate: sameSize,
                apply: { (text, start) throws(EvaluationError) in
                    let (text, start) = (try text.text, try start.place)
                    guard let first = text.byte(ofCodePoint: start) else {
                        throw outOfRange(start)
                    }
                    return .string(String(text.unicodeScalars[first...]))
                }),
            Overload([.string, .int, .int], .string, isMember: true, estimate: sameSize) {
                values throws(EvaluationError) in
                let text = try values[0].text
                let (start, end) = (try values[1].place, try values[2].place)
                guard start <= end else {
                    throw EvaluationError(
                        .invalidArgument, "invalid substring range. start: \(start), end: \(end)")
                }
                guard let first = text.byte(ofCodePoint: start) else { throw outOfRange(start) }
                guard let last = text.byte(ofCodePoint: end) else { throw outOfRange(end) }
                return .string(String(text.unicodeScalars[first..<last]))
            },
        ])

    private static func outOfRange(_ place: Int) -> EvaluationError {
        EvaluationError(.indexOutOfRange, "\(place)")
    }

    /// As long as the receiver at most.
    static let sameSize: Overload.Estimate = { .linear($0, size: .text($0[0].bytes)) }
}

extension Value {
    /// The text of a string; another type is an error.
    var text: String {
        get throws(EvaluationError) {
            guard case .string(let text) = self else {
                throw EvaluationError(.noSuchOverload, type.name)
            }
            return text
        }
    }

    /// An int as a place in a text; another type is an error.
    var place: Int {
        get throws(EvaluationError) {
            guard case .int(let value) = self else {
                throw EvaluationError(.noSuchOverload, type.name)
            }
            return Int(value)
        }
    }
}

extension String {
    /// The index at which a code point begins, the end included; nil outside the text.
    func byte(ofCodePoint place: Int) -> Index? {
        guard place >= 0 else { return nil }
        return unicodeScalars.index(startIndex, offsetBy: place, limitedBy: endIndex)
    }

    /// The number of bytes of UTF-8 before a code point, the end included; nil outside the text.
    func byteOffset(ofCodePoint place: Int) -> Int? {
        byte(ofCodePoint: place).map { utf8.distance(from: startIndex, to: $0) }
    }
}
