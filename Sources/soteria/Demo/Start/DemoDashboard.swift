/// The dashboard of a demonstration.
struct DemoDashboard {
    let surroundings: Surroundings

    /// Starts it on the demonstration's daemon and opens its page; returns what was started.
    func open(_ directory: DemoDirectory) throws -> [SiblingProgram] {
        []
    }
}
