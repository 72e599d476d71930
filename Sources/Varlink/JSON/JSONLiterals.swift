extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// `null`.
    package init(nilLiteral: ()) { self = .null }

    /// A truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    /// An integer.
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// A float in its shortest text; one that JSON cannot say becomes `null`.
    package init(floatLiteral value: Double) {
        self = JSONNumber(value).map(JSON.number) ?? .null
    }

    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }

    /// An array.
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// An object with its members in the order written.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object with its members in the order written.
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
