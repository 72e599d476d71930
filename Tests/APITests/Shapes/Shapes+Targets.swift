extension InterfaceShapeTests {
    static let targets = """
        method List
          -> targets: []Target
        method Monitor
          siteLimit: ?int
          -> begins: bool
          -> places: []Places
          -> complete: bool
          -> awayAfter: ?int
        method SetMonitored
          target: string
          monitored: bool
          -> target: Target
          -> pendingUntil: ?string
          -> recorded: ?bool
        method SetName
          site: ?string
          app: ?string
          name: ?string
          -> targets: []Target
        type PlaceName
          site: ?string
          app: ?string
          name: string
        type Enforcement
          freeze
          stop
          notify
        type ThawResponse
          freeze
          stop
        type Target
          target: string
          name: string
          sites: []string
          siteCount: int
          apps: []string
          appCount: int
          monitored: bool
          blocked: bool
          names: []PlaceName
          enforcement: Enforcement
          kill: bool
          executables: []string
          executableCount: int
          exceptSites: ?[]string
          onThaw: ?ThawResponse
          paths: ?[]string
          exceptPaths: ?[]string
          everySite: ?bool
        type Places
          target: string
          name: string
          enforcement: Enforcement
          kill: bool
          sites: ?[]string
          siteCount: int
          apps: []string
          executables: []string
          exceptSites: ?[]string
          onThaw: ?ThawResponse
          paths: ?[]string
          exceptPaths: ?[]string
          everySite: ?bool
        error NoSuchTarget
          target: string
        error NoSuchPlace
          place: string
        error InvalidName
          name: string
          problem: string
        error Strict
          until: ?string
        error StoreUnavailable
          reason: string
        error PlanLimit
          plan: string
        """
}
