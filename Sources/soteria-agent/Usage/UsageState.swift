/// The state of `Agent+Usage`: the tracker and the login session.
struct UsageState {
    /// The use of apps and the person's presence.
    var tracking = UsageTracker()
    /// The person's session; nil while there is no connection to the system bus.
    var session: LoginSession?
    /// The schedule for reconnecting to the system bus.
    var reconnection = Reconnection()
}
