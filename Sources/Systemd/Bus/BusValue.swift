/// A value that came over D-Bus, with the protocol's many widths folded into a few.
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
    /// `a`; of entries where it is a dictionary
    case array([BusValue])
    /// `r`
    case structure([BusValue])
    /// `e`
    case entry(key: BusValue, value: BusValue)
    /// `v`
    case variant(BusValue)
}
