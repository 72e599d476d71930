/// A log of a space: files at places from 1 on.
package enum Log: Hashable, Sendable {
    /// The chunks of a device.
    case chunks(DeviceID)
    /// The entries of a keeper.
    case entries(DeviceID)
    /// The beginnings.
    case beginnings
    /// The request of a pairing.
    case request(JoinID)

    private static let entriesSuffix = "-m"
    private static let beginningsName = "era"
    private static let requestPrefix = "join-"

    /// Parses the name of a log; nil if it is none.
    package init?(name: some StringProtocol) {
        if name == Self.beginningsName {
            self = .beginnings
        } else if name.hasPrefix(Self.requestPrefix) {
            let join = JoinID(hexadecimal: name.dropFirst(Self.requestPrefix.count))
            guard let join else { return nil }
            self = .request(join)
        } else if name.hasSuffix(Self.entriesSuffix) {
            let device = DeviceID(hexadecimal: name.dropLast(Self.entriesSuffix.count))
            guard let device else { return nil }
            self = .entries(device)
        } else {
            guard let device = DeviceID(hexadecimal: name) else { return nil }
            self = .chunks(device)
        }
    }

    package var name: String {
        switch self {
        case .chunks(let device): device.hexadecimal
        case .entries(let keeper): keeper.hexadecimal + Self.entriesSuffix
        case .beginnings: Self.beginningsName
        case .request(let join): Self.requestPrefix + join.hexadecimal
        }
    }
}

/// The name of a file: `SPACE/LOG/PLACE`. A place says nothing of what lies there.
package struct FileName: Hashable, Sendable {
    package static let placeDigits = 16
    package static let places: ClosedRange<Int64> = 1...9_999_999_999_999_999

    package let space: SpaceID
    package let log: Log
    package let place: Int64

    /// The name of a place; nil if it is not one of `places`.
    package init?(space: SpaceID, log: Log, place: Int64) {
        guard Self.places.contains(place) else { return nil }
        self.space = space
        self.log = log
        self.place = place
    }

    /// Parses a name; nil for anything that `text` would write otherwise.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let space = SpaceID(hexadecimal: parts[0]),
            let log = Log(name: parts[1]), let place = Self.place(parts[2])
        else { return nil }
        self.init(space: space, log: log, place: place)
    }

    package var text: String { "\(space.hexadecimal)/\(log.name)/\(Self.text(ofPlace: place))" }

    /// A place in 16 decimal digits, so that names are in the order of places.
    package static func text(ofPlace place: Int64) -> String {
        let digits = String(place)
        return String(repeating: "0", count: placeDigits - digits.count) + digits
    }

    /// Parses a place; nil for anything but 16 decimal digits.
    package static func place(_ text: some StringProtocol) -> Int64? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.count == placeDigits, text.utf8.allSatisfy(digits.contains),
            let place = Int64(text), places.contains(place)
        else { return nil }
        return place
    }
}
