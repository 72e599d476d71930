/// The state of `Agent+Usage`: what is used, and the session that is listened to.
struct UsageRoom {
    /// The use of apps, and whether the person is there.
    var tracking = UsageTracking()
    /// The person's session; nil while there is no connection to the system bus.
    var session: LoginSession?
    /// When the system bus is tried again.
    var reconnection = Reconnection()
}
