/// The reason why bytes or typed symbols are not as they must be.
package enum Refusal: Error, Hashable, Sendable {
    /// The bytes are no value of the encoding, or one that would be written otherwise.
    case cbor
    /// The value lacks a member, or has one of another type or out of its range.
    case form
    /// The key does not open it, or nothing can be sealed to the receiver's key.
    case seal
    /// The signature does not hold.
    case signature
    /// The file is shorter or longer than it may be.
    case size
    /// It belongs to another space, log or device.
    case elsewhere
    /// The chunk's number and the hash before it do not fit.
    case number
    /// It is of a later version.
    case newer
    /// The number of symbols is wrong, or there is one that is not in the alphabet.
    case symbols
    /// The check symbol of a group (from 1) of a phrase does not fit.
    case checkSymbol(group: Int)

    /// The reason in a word or two, for a status.
    package var reason: String {
        switch self {
        case .cbor: "cbor"
        case .form: "form"
        case .seal: "seal"
        case .signature: "signature"
        case .size: "size"
        case .elsewhere: "elsewhere"
        case .number: "number"
        case .newer: "newer"
        case .symbols: "symbols"
        case .checkSymbol: "check symbol"
        }
    }
}
