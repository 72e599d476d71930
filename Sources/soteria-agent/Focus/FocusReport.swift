/// A report of a source to the agent.
enum FocusReport: Hashable, Sendable {
    /// The source answers; sent again if its abilities change.
    case ready(FocusAbilities)
    case event(FocusEvent)
    /// The source is of no use, or no longer; nothing follows. The reason is for the journal, after
    /// the source's name and a colon, and names no app.
    case lost(String)
}

/// A connection to a desktop that reports the window in front, the person's absence, or both.
///
/// It shares the agent's queue and reports there, from `begin` until `lost` or `end`.
protocol FocusSource: AnyObject, Sendable {
    func begin()
    func end()
    /// Ends the source, and calls back on the queue once nothing of it is left in the desktop.
    func end(then done: @escaping @Sendable () -> Void)
    /// Minimises the windows of an app or a process, if the source can.
    func putAway(_ window: FrontWindow)
    /// Changes the time without input after which the person is idle, in seconds.
    func setAway(after seconds: Int)
    /// Asks when the person last touched something, if the source can tell: an inhibitor has
    /// counted for its longest time. The answer is `.touched`, or `.idle(true)` if that was as long
    /// ago.
    func checkInput()
}

extension FocusSource {
    func end(then done: @escaping @Sendable () -> Void) {
        end()
        done()
    }
    func putAway(_ window: FrontWindow) {}
    func setAway(after seconds: Int) {}
    func checkInput() {}
}
