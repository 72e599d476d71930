/// An hour of the week that was among the riskiest tenth of the person's own: "Fridays 22–23: 14 of
/// your last 40 unblocks".
package struct RiskyHour: Hashable, Sendable, Codable {
    /// 1 Monday to 7 Sunday.
    package var weekday: Int
    /// The hour in which it begins, 0 to 23.
    package var hour: Int
    /// The unblocks in this hour of the week over the last 8 weeks.
    package var count: Int
    /// All unblocks of those weeks.
    package var total: Int
}

extension RiskyHour {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys, in range: ClosedRange<Int>) throws -> Int {
            let number = try container.decode(Int.self, forKey: key)
            guard range.contains(number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\(number) is out of range")
            }
            return number
        }
        total = try number(.total, in: 0...Int.max)
        count = try number(.count, in: 0...total)
        hour = try number(.hour, in: 0...23)
        weekday = try number(.weekday, in: 1...7)
    }
}
