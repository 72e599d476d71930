/// A directory: a folder that another program synchronises, a stick, a network's file system.
struct DirectoryStorage: Storage {
    let path: String
    let space: Identifier
    let isFreeToSearch = true

    /// The directory of the space. It is made by `create` alone, so that nothing is written below
    /// the mount point of a stick that is not plugged in.
    private func folder() throws(Failure) -> Folder {
        guard let folder = try Folder.open(path)?.folder(space.text) else {
            throw Failure(.waiting, "The directory \(path) is not there, or not this space's.")
        }
        return folder
    }

    func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult {
        let space = try folder()
        try space.makeFolder(name.log.text)
        guard let log = try space.folder(name.log.text) else {
            throw Failure(.damage, "Something that is no directory is named \(name.log.text).")
        }
        let temporary = ".\(name.placeText).\(UInt64.random(in: .min ... .max))"
        if try log.write(bytes, to: name.placeText, by: temporary) { return .stored }
        switch try log.read(name.placeText) {
        case .bytes(bytes): return .exists
        case .bytes(let others): return .taken(others)
        case .absent: throw Failure(.unreachable, "A file of \(path) vanished.")
        }
    }

    func get(_ names: [FileName]) throws(Failure) -> [FileName: GetResult] {
        let space = try folder()
        var answers: [FileName: GetResult] = [:]
        for (log, names) in Dictionary(grouping: names, by: \.log) {
            let folder = try space.folder(log.text)
            for name in names { answers[name] = try folder?.read(name.placeText) ?? .absent }
        }
        return answers
    }

    func first(in log: Log, after place: Int64) throws(Failure) -> Int64? {
        try folder().folder(log.text)?.names().compactMap(FileName.place).filter { $0 > place }
            .min()
    }

    func remove(_ name: FileName) throws(Failure) {
        try folder().folder(name.log.text)?.remove(name.placeText)
    }

    func create() throws(Failure) {
        guard let folder = try Folder.open(path) else {
            throw Failure(.waiting, "The directory \(path) is not there.")
        }
        try folder.makeFolder(space.text)
    }
}
