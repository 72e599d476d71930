extension Draft {
    /// `debug: true`: opens the debug actions of check-ins.
    mutating func decodeDebug(_ entry: Mapping.Entry) {
        if let truth = truth(entry.value) { isDebug = truth }
    }
}
