extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }

    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// A float in its shortest text; one that JSON cannot say becomes `null`.
    package init(floatLiteral value: Double) {
        self = JSONNumber(value).map(JSON.number) ?? .null
    }

    package init(stringLiteral value: String) { self = .string(value) }

    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
