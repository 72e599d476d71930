extension StringsLibrary {
    // MARK: - Parts

    static let join = Function(
        name: "join",
        overloads: [
            Overload(
                unary: .list(.string), .string, isMember: true,
                estimate: { joined($0[0], separator: 0) },
                apply: { list throws(EvaluationError) in try joined(list, separator: "") }),
            Overload(
                binary: .list(.string), .string, .string, isMember: true,
                estimate: { joined($0[0], separator: $0[1].bytes) },
                apply: { (list, separator) throws(EvaluationError) in
                    try joined(list, separator: separator.text)
                }),
        ])

    private static func joined(_ list: Value, separator: String) throws(EvaluationError) -> Value {
        guard case .list(let elements) = list else {
            throw EvaluationError(.noSuchOverload, "join")
        }
        var result = ""
        for (index, element) in elements.enumerated() {
            if index > 0 { result += separator }
            result += try element.text
        }
        return .string(result)
    }

    private static func joined(_ list: SizeBound, separator: Int) -> CallEstimate {
        let bytes = list.count.multipliedSaturated(list.element.bytes.addingSaturated(separator))
        return CallEstimate(
            steps: list.weight.addingSaturated(SizeBound.text(bytes).weight), size: .text(bytes))
    }

    static let split = Function(
        name: "split",
        overloads: [
            Overload(
                binary: .string, .string, .list(.string), isMember: true, estimate: splitSize,
                apply: { (text, separator) throws(EvaluationError) in
                    .list(parts(of: try text.text, separator: try separator.text, limit: .max))
                }),
            Overload(
                [.string, .string, .int], .list(.string), isMember: true, estimate: splitSize
            ) { values throws(EvaluationError) in
                let limit = try values[2].place
                guard limit != 0 else { return .list([]) }
                return .list(
                    parts(
                        of: try values[0].text, separator: try values[1].text,
                        limit: limit < 0 ? .max : limit))
            },
        ])

    private static let splitSize: Overload.Estimate = { sizes in
        let most = sizes[0].bytes.addingSaturated(1)
        return CallEstimate(
            steps: most.addingSaturated(sizes[1].weight),
            size: .collection(most, of: .text(sizes[0].bytes)))
    }

    /// At most `limit` parts, the last with the rest; an empty separator separates code points.
    private static func parts(of text: String, separator: String, limit: Int) -> [Value] {
        let bytes = Array(text.utf8)
        let separators =
            separator.isEmpty
            ? boundaries(of: bytes).dropFirst().prefix(limit - 1).map { $0..<$0 }
            : TextSearch(separator).ranges(in: bytes, limit: limit - 1)
        if separator.isEmpty, bytes.isEmpty { return [] }
        var parts: [Value] = []
        var start = 0
        for range in separators {
            parts.append(.string(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)))
            start = range.upperBound
        }
        parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
        return parts
    }

    /// The offsets at which code points begin.
    private static func boundaries(of bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { !bytes[$0].isContinuation }
    }

    static let replace = Function(
        name: "replace",
        overloads: [[], [CELType.int]].map { limit in
            Overload(
                [.string, .string, .string] + limit, .string, isMember: true,
                estimate: replacedSize
            ) { values throws(EvaluationError) in
                let limit = limit.isEmpty ? -1 : try values[3].place
                return .string(try replaced(values, limit: limit < 0 ? .max : limit))
            }
        })

    /// The replacement can stand at every byte and at the end.
    private static let replacedSize: Overload.Estimate = { sizes in
        let places = sizes[0].bytes.addingSaturated(1)
        let bytes = sizes[0].bytes.addingSaturated(places.multipliedSaturated(sizes[2].bytes))
        return CallEstimate(
            steps: SizeBound.text(bytes).weight.addingSaturated(places)
                .addingSaturated(sizes[1].weight), size: .text(bytes))
    }

    private static func replaced(_ values: [Value], limit: Int) throws(EvaluationError) -> String {
        let (text, old) = (try values[0].text, try values[1].text)
        let bytes = Array(text.utf8)
        let new = Array(try values[2].text.utf8)
        let ranges =
            old.isEmpty
            ? (boundaries(of: bytes) + [bytes.count]).prefix(limit).map { $0..<$0 }
            : TextSearch(old).ranges(in: bytes, limit: limit)
        var result: [UInt8] = []
        var start = 0
        for range in ranges {
            result += bytes[start..<range.lowerBound]
            result += new
            start = range.upperBound
        }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: - The whole text

    static let plain = [
        whole("lowerAscii") { text in mapped(text, from: 0x41...0x5A) { $0 + 0x20 } },
        whole("upperAscii") { text in mapped(text, from: 0x61...0x7A) { $0 - 0x20 } },
        whole("reverse") { text in
            var reversed = String.UnicodeScalarView()
            reversed.append(contentsOf: text.unicodeScalars.reversed())
            return String(reversed)
        },
        whole("trim") { text in
            let scalars = text.unicodeScalars
            let rest = scalars.drop { $0.properties.isWhitespace }
            let end = rest.reversed().prefix { $0.properties.isWhitespace }.count
            return String(rest.dropLast(end))
        },
    ]

    private static func whole(
        _ name: String, _ change: @escaping @Sendable (String) -> String
    ) -> Function {
        let overload = Overload(
            unary: .string, .string, isMember: true, estimate: sameSize,
            apply: { text throws(EvaluationError) in .string(change(try text.text)) })
        return Function(name: name, overloads: [overload])
    }

    private static func mapped(
        _ text: String, from range: ClosedRange<UInt8>, _ change: (UInt8) -> UInt8
    ) -> String {
        String(decoding: text.utf8.map { range.contains($0) ? change($0) : $0 }, as: UTF8.self)
    }

    static let quote = Function(
        name: "strings.quote",
        overloads: [
            Overload(
                unary: .string, .string,
                estimate: {
                    .linear($0, size: .text($0[0].bytes.multipliedSaturated(2).addingSaturated(2)))
                },
                apply: { text throws(EvaluationError) in .string(quoted(try text.text)) })
        ])

    private static let escapes: [Unicode.Scalar: String] = [
        "\u{07}": "\\a", "\u{08}": "\\b", "\u{0C}": "\\f", "\n": "\\n", "\r": "\\r",
        "\t": "\\t", "\u{0B}": "\\v", "\\": "\\\\", "\"": "\\\"",
    ]

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if let escape = escapes[scalar] {
                result += escape
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
