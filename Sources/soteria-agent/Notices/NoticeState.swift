/// The state of `Agent+Prompts`: the controller, and the service that shows its notices.
struct NoticeState {
    var desk = NoticeController()
    /// The notification service; nil without a connection to it.
    var service: NotificationService?
    /// Whether a connection to the session bus is being opened.
    var isConnecting = false
    /// The schedule for reconnecting to the session bus.
    var reconnection = Reconnection()
    /// Whether the journal says that notices cannot be shown.
    var isBlindnessLogged = false
}
