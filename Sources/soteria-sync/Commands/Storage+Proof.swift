extension Storage {
    /// Tries what the daemon depends on: a name is taken once, what lies there is read back, and an
    /// absent name is absent. Uses a log of its own.
    func prove() throws(Failure) {
        let digits = (0..<4).map { _ in
            let word = String(UInt32.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 8 - word.count) + word
        }
        guard let log = Log("join-\(digits.joined())"), let name = FileName(log, 1),
            let next = FileName(log, 2)
        else { return }
        let bytes = (0..<512).map { _ in UInt8.random(in: .min ... .max) }
        let others = bytes.map { ~$0 }
        try expect(put(bytes, at: name) == .stored, "does not store a file")
        try expect(put(bytes, at: name) == .exists, "does not know a file again")
        try expect(put(others, at: name) == .taken(bytes), "replaces what lies there")
        try expect(get([name])[name] == .bytes(bytes), "does not give back what it stored")
        try expect(get([next])[next] == .absent, "does not say that a name is absent")
        try expect(first(in: log, after: 0) == 1, "does not list what it has")
        try expect(first(in: log, after: 1) == nil, "lists what it has not")
    }

    private func expect(_ isTrue: Bool, _ fault: String) throws(Failure) {
        guard isTrue else { throw Failure(.damage, "This storage is not fit: it \(fault).") }
    }

    /// Removes all files of a log; returns their number.
    func removeAll(of log: Log) throws(Failure) -> Int {
        var count = 0
        var last: Int64 = 0
        // A storage that answers for ever does not keep this from its end.
        while count < Limits.namesInDirectory, let place = try first(in: log, after: last),
            place > last, let name = FileName(log, place)
        {
            try remove(name)
            last = place
            count += 1
        }
        return count
    }
}
