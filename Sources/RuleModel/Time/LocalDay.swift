import CEL

/// A local day as days since 1970-01-01, as it is recorded: within the years 1 to 9999. A record
/// with anything else is damaged; within these years no sum overflows.
@propertyWrapper
package struct LocalDay: Hashable, Sendable, Codable {
    package var wrappedValue: Int

    package init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

    /// The days of the years 1 to 9999.
    package static let recordable = -719_162...2_932_896

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode(Int.self)
        guard Self.recordable.contains(wrappedValue) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(wrappedValue) is not a calendar day")
        }
    }
    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }

    /// Formats a local day as `2026-11-21`. Days outside the calendar are clamped to it.
    package static func text(_ day: Int) -> String {
        CivilDate(daysSince1970: min(max(day, -719_528), 2_932_896)).description
    }
}

/// An optional local day; left out of the record if nil.
@propertyWrapper
package struct LocalDayIfAny: Hashable, Sendable, Codable {
    package var wrappedValue: Int?

    package init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        wrappedValue = try LocalDay(from: decoder).wrappedValue
    }
    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
    // The compiler's code for a member with this wrapper asks for these.
    package func decode(_ type: LocalDayIfAny.Type, forKey key: Key) throws -> LocalDayIfAny {
        try decodeIfPresent(type, forKey: key) ?? LocalDayIfAny(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    package mutating func encode(_ day: LocalDayIfAny, forKey key: Key) throws {
        try encodeIfPresent(day.wrappedValue, forKey: key)
    }
}
