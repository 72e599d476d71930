import Engine

/// A line of an export of events, of either format.
enum ImportedLine {
    case header(ExportPart.Header)
    case checkpoint(ExportPart.Base)
    case event(RecordedRow)
    case footer(ExportPart.Footer)

    init(json bytes: ArraySlice<UInt8>) throws(ImportProblem) {
        guard let members = JSONLine.members(of: bytes) else {
            throw .malformed("the line is not a single JSON object")
        }
        let object = JSONMembers(members: members)
        self =
            members["soteria"] == nil
            ? .event(try Self.event(object)) : try Self.part(object)
    }

    init(csv fields: [[UInt8]?]) throws(ImportProblem) {
        let expected = ExportColumn.columns(of: .events).count
        guard fields.count == expected else {
            throw .malformed("the line has \(fields.count) fields instead of \(expected)")
        }
        var texts: [String?] = []
        for field in fields {
            guard let field else {
                texts.append(nil)
                continue
            }
            guard let text = String(validating: field, as: UTF8.self) else {
                throw .malformed("the line is not UTF-8")
            }
            guard !field.contains(0) else {
                throw .malformed("the line contains a NUL character, which is not allowed")
            }
            texts.append(text)
        }
        if texts[0] == nil, let part = fields[6] {
            guard let members = JSONLine.members(of: part[...]) else {
                throw .malformed("the line's \"fact\" is not a single JSON object")
            }
            self = try Self.part(JSONMembers(members: members))
            return
        }
        guard let sequence = texts[0].flatMap({ Int64($0) }),
            let at = texts[1].flatMap(ExportInstant.milliseconds),
            let offset = texts[2].flatMap({ Int64($0) }),
            let elapsed = texts[3].flatMap({ Int64($0) }), let kind = texts[5],
            let fact = texts[6], let hash = texts[7].flatMap(ChainHash.init(hexadecimal:))
        else { throw .malformed("a field is missing or has the wrong type") }
        self = .event(
            RecordedRow(
                sequence: sequence, at: at, offset: offset, elapsed: elapsed, boot: texts[4],
                kind: kind, fact: fact, hash: hash))
    }

    private static func event(_ object: JSONMembers) throws(ImportProblem) -> RecordedRow {
        let at: Int64
        if let text = try? object.text("at") {
            guard let milliseconds = ExportInstant.milliseconds(text) else {
                throw .malformed("\"at\" is not a time")
            }
            at = milliseconds
        } else {
            at = try object.number("at")
        }
        return RecordedRow(
            sequence: try object.number("sequence"), at: at,
            offset: try object.number("offset"), elapsed: try object.number("elapsed"),
            boot: object.isNull("boot") ? nil : try object.text("boot"),
            kind: try object.text("kind"), fact: try object.raw("fact"),
            hash: try object.hash("hash"))
    }

    private static func part(_ object: JSONMembers) throws(ImportProblem) -> ImportedLine {
        switch try object.text("soteria") {
        case "export":
            let version = try object.number("version")
            guard version <= ExportPart.version else {
                throw .newerVersion(found: Int(clamping: version), known: ExportPart.version)
            }
            let table = try object.text("table")
            guard table == ExportTable.events.rawValue else { throw .otherTable(table) }
            return .header(
                ExportPart.Header(
                    table: table, device: try object.text("device"),
                    base: try object.number("base"), chain: try object.hash("chain"),
                    firstDevice: object.has("firstDevice") ? try object.text("firstDevice") : nil))
        case "checkpoint": return .checkpoint(try ExportPart.Base(object))
        case "end":
            return .footer(
                ExportPart.Footer(
                    events: try object.number("events"), head: try object.number("sequence"),
                    hash: try object.hash("hash")))
        case let other: throw .malformed("\"\(other)\" is not a known kind of line")
        }
    }
}

extension ExportPart.Base {
    fileprivate init(_ object: JSONMembers) throws(ImportProblem) {
        rules = object.has("rules") ? try object.raw("rules") : nil
        guard object.has("state") else {
            checkpoint = nil
            return
        }
        let format = try object.number("format")
        guard format <= Checkpoint.format else {
            throw .newerVersion(found: Int(clamping: format), known: Checkpoint.format)
        }
        checkpoint = Checkpoint(
            sequence: try object.number("sequence"), format: Int(format),
            text: try object.raw("state"))
        guard checkpoint != nil else { throw .malformed("the stored state cannot be read") }
    }
}

/// The members of a line, with typed access.
struct JSONMembers {
    let members: [String: ArraySlice<UInt8>]

    func has(_ name: String) -> Bool { members[name] != nil }
    func isNull(_ name: String) -> Bool { members[name]?.elementsEqual("null".utf8) == true }

    func number(_ name: String) throws(ImportProblem) -> Int64 {
        guard let bytes = members[name], let number = Int64(String(decoding: bytes, as: UTF8.self))
        else { throw .malformed("\"\(name)\" is not a whole number") }
        return number
    }

    func text(_ name: String) throws(ImportProblem) -> String {
        guard let bytes = members[name], let text = JSONString.decode(bytes) else {
            throw .malformed("\"\(name)\" is not a string")
        }
        // The database would keep only the text before it, and the chain would break.
        guard !text.utf8.contains(0) else {
            throw .malformed("\"\(name)\" contains a NUL character, which is not allowed")
        }
        return text
    }

    /// A text that is stored as a JSON object, or as a string.
    func raw(_ name: String) throws(ImportProblem) -> String {
        guard let bytes = members[name] else { throw .malformed("\"\(name)\" is missing") }
        if bytes.first == UInt8(ascii: "\"") { return try text(name) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("\"\(name)\" is not UTF-8")
        }
        return text
    }

    func hash(_ name: String) throws(ImportProblem) -> ChainHash {
        guard let hash = ChainHash(hexadecimal: try text(name)) else {
            throw .malformed("\"\(name)\" is not a hash")
        }
        return hash
    }
}
