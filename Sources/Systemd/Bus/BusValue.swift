/// A value received over D-Bus; the protocol's many widths are folded into a few.
package indirect enum BusValue: Sendable, Equatable {
    /// `b`
    case boolean(Bool)
    /// `n`, `i`, `x`
    case signed(Int64)
    /// `y`, `q`, `u`, `t`
    case unsigned(UInt64)
    /// `d`
    case double(Double)
    /// `s`, an object path `o`, or a signature `g`
    case string(String)
    /// `h`
    case descriptor(BusDescriptor)
    /// `a`; for a dictionary, an array of entries
    case array([BusValue])
    /// `r`
    case structure([BusValue])
    /// `e`
    case entry(key: BusValue, value: BusValue)
    /// `v`
    case variant(BusValue)
}

extension BusValue {
    /// The text of `s`, `o` or `g`; nil for anything else.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of `b`; nil for anything else.
    package var flag: Bool? {
        if case .boolean(let flag) = self { flag } else { nil }
    }

    /// The number of any integer type, if not negative; nil for anything else.
    package var count: UInt64? {
        switch self {
        case .unsigned(let number): number
        case .signed(let number): UInt64(exactly: number)
        default: nil
        }
    }

    /// The elements of an array or a structure, in order; nil for anything else.
    package var elements: [BusValue]? {
        switch self {
        case .array(let values), .structure(let values): values
        default: nil
        }
    }

    /// A dictionary with text keys, with variants opened: `a{sv}`, `a{ss}`. The last of equal keys
    /// counts. nil for anything else, and for a non-empty array without such entries.
    package var dictionary: [String: BusValue]? {
        guard case .array(let entries) = self else { return nil }
        var dictionary: [String: BusValue] = [:]
        for entry in entries {
            guard case .entry(.string(let key), let value) = entry else { return nil }
            if case .variant(let inner) = value {
                dictionary[key] = inner
            } else {
                dictionary[key] = value
            }
        }
        return dictionary
    }
}
