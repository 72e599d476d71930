/// The state of `Agent+Prompts`: the conversation, and the service that shows it.
struct NoticeRoom {
    var desk = NoticeDesk()
    /// The notification service; nil while it is not listened to.
    var service: NotificationService?
    /// Whether the connection to the session bus is being made.
    var isConnecting = false
    /// When the session bus is tried again.
    var reconnection = Reconnection()
    /// True if it was said in the journal that nothing can be shown.
    var isBlindnessTold = false
}
