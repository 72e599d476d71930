/// The effects of each input.
extension Engine {
    mutating func take(_ input: Input, cause: inout Decision.Cause) {
        switch input {
        case .started, .observed, .tick, .clockChecked: break
        case .stopping:
            endUses()
            record(.daemonStopped)
        case .zone(let zone):
            if change(to: zone) { cause = .clock }
        case .storeFailing(let isFailing): takeStoreFailing(isFailing)
        case .storeReplaced(let path): record(.storeReplaced(setAside: path))
        case .retained(let retention): record(.retained(retention))
        case .reporterGone(let reporter): forget(reporter: reporter)
        case .refusedByStore(let otherwise):
            takeRefused(otherwise)
            cause = .switch
        }
    }
}
