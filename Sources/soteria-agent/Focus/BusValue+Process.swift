import Systemd

extension BusValue {
    /// A process's id as a desktop's script sends it: JavaScript's numbers arrive as integers or
    /// not. Nil for 0 and for anything else.
    var process: Int32? {
        let process: Int32? =
            if case .double(let number) = self {
                Int32(exactly: number)
            } else {
                count.flatMap(Int32.init(exactly:))
            }
        return process.flatMap { $0 > 0 ? $0 : nil }
    }
}
