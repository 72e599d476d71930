/// Things of which any can be ticked.
struct TickGroup {
    let name: String
    private(set) var ticks: [Tick]
    let errors: [String]
    let isInvalid: Bool
    let isEmpty: Bool

    struct Tick {
        let id: String
        let value: String
        let label: String
        /// The whole name, where the label is a short one.
        let title: String?
        let isOn: Bool
        /// Whether the page begins here.
        fileprivate(set) var hasFocus = false
    }

    /// A group; `blank` is what is said where none is ticked and one is needed.
    init(
        _ name: String, _ ticks: [(value: String, label: String, title: String?, isOn: Bool)],
        errors: [String], blank: String
    ) {
        self.name = name
        self.ticks = ticks.enumerated().map { index, tick in
            Tick(
                id: "\(name)-\(index)", value: tick.value, label: tick.label, title: tick.title,
                isOn: tick.isOn)
        }
        let isBlank = !errors.isEmpty && !ticks.contains(where: \.isOn)
        self.errors = isBlank ? [blank] : errors
        isInvalid = !errors.isEmpty
        isEmpty = ticks.isEmpty
    }

    /// Whether the page begins with the first of them.
    var hasFocus: Bool {
        get { ticks.first?.hasFocus ?? false }
        set {
            if !ticks.isEmpty { ticks[0].hasFocus = newValue }
        }
    }
}
