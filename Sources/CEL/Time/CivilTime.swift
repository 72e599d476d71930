/// An instant as calendar and clock show it at an offset from UTC.
struct CivilTime {
    let date: CivilDate
    /// 0 ... 23.
    let hour: Int
    /// 0 ... 59.
    let minute: Int
    /// 0 ... 59.
    let second: Int

    /// The local time at an offset in seconds east of UTC.
    init(_ instant: Timestamp, offset: Int) {
        let seconds = Int(instant.seconds) + offset
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let ofDay = seconds - days * 86_400
        date = CivilDate(daysSince1970: days)
        hour = ofDay / 3600
        minute = ofDay / 60 % 60
        second = ofDay % 60
    }
}
