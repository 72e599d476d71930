/// The place of a window in front among the units of apps.
struct WindowPlace: Hashable, Sendable {
    /// The name of the unit of a target to which the window belongs; nil if it belongs to none.
    var unit: String?
    /// The names of all units to which it may belong, if there are several.
    var candidates: Set<String> = []
    /// The application id of a target that the window has without such a unit; nil if none.
    var app: String?
}

extension Enforcer {
    /// Finds the unit of a window, by the control group of its process if that is known, else by
    /// its app.
    func place(of window: FrontWindow, in group: ControlGroup?) -> WindowPlace {
        let ids = window.app.map { places.ids(ofWindow: $0) } ?? []
        if let group {
            let unit = units.values.first { row in
                !row.targets.isEmpty && ControlGroup(path: row.unit.controlGroup).contains(group)
            }
            return WindowPlace(unit: unit?.unit.name, app: unit == nil ? ids.first : nil)
        }
        guard !ids.isEmpty else { return WindowPlace() }
        let found = units.values.filter { row in
            !row.targets.isEmpty && row.unit.ids.contains { ids.contains($0) }
        }
        // Of several units of one app, it is rather one that can be used; of these, any one does.
        // The frozen ones are then neither put away nor reported.
        let unit = found.min {
            ($0.isUsable ? 0 : 1, $0.unit.name) < ($1.isUsable ? 0 : 1, $1.unit.name)
        }
        return WindowPlace(
            unit: unit?.unit.name, candidates: found.count > 1 ? Set(found.map(\.unit.name)) : [],
            app: unit == nil ? ids.first : nil)
    }

    /// The unit to report as used for a place; nil if nothing of a target is used there.
    func used(_ place: WindowPlace) -> UsedUnit? {
        if let app = place.app { return UsedUnit(name: app, controlGroup: "", apps: [app]) }
        guard let row = place.unit.flatMap({ units[$0] }), !row.targets.isEmpty, row.isUsable
        else { return nil }
        return used(row)
    }
}
