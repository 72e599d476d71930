extension InterfaceShapeTests {
    static let daemon = """
        method GetStatus
          -> version: string
          -> pid: int
          -> executable: ?string
          -> startedAt: string
          -> uptime: int
          -> now: string
          -> nextChange: ?string
          -> rules: RulesStatus
          -> clock: ClockStatus
          -> store: StoreStatus
          -> connections: int
          -> subscribers: int
          -> incidents: []Incident
          -> changedDefaults: ?[]string
          -> emergency: ?Emergency
          -> emergencies: ?[]UsedEmergency
          -> extensions: ?[]ConnectedExtension
          -> source: ?Source
        method RegisterExtension
          version: ?string
        method Events
          after: ?int
          from: ?string
          to: ?string
          kinds: ?[]string
          limit: ?int
          follow: ?bool
          newestFirst: ?bool
          -> events: []Event
        method Forget
          before: string
          -> removed: int
          -> before: string
        method Backup
          -> data: ?string
          -> size: int
        type Layer
          defaults
          machine
          person
        type RuleDirectory
          path: string
          layer: Layer
          problem: ?string
        type EditKind
          files
          switch
        type PendingEdit
          edit: int
          kind: EditKind
          weakens: []string
          since: string
          until: string
          timeZone: ?string
        type RulesStatus
          fingerprint: string
          loadedAt: ?string
          files: int
          refused: bool
          errors: int
          warnings: int
          directories: []RuleDirectory
          weakeningWaits: ?int
          pendingEdits: ?[]PendingEdit
        type Continuity
          first
          sameBoot
          synchronised
          unproven
          behind
        type ClockStatus
          trusted: bool
          synchronised: ?bool
          jump: ?int
          jumpedAt: ?string
          adoptedAt: ?string
          continuity: Continuity
          timeZone: string
          zoneProblem: ?string
          localTimeZone: ?string
        type ChainHead
          sequence: int
          hash: string
        type Retention
          keepSeconds: int
          lastApplied: ?string
          removed: int
        type StoreStatus
          healthy: bool
          problem: ?string
          path: string
          events: int
          setAside: ?string
          head: ?ChainHead
          retention: ?Retention
        type IncidentKind
          gap
          crash
          stop
          clock_jump
          rules_weakened
          switched_off
          store_replaced
          restored
          reporter_lost
          zone_changed
        type Incident
          kind: IncidentKind
          at: string
          seconds: ?int
          what: []string
          names: ?[]string
        type EmergencyPeriod
          day
          week
          month
        type Emergency
          count: int
          per: EmergencyPeriod
          used: int
          next: ?string
        type UsedEmergency
          at: string
          targets: []string
          names: []string
        type ConnectedExtension
          version: ?string
          at: string
        type Source
          front: string
          idle: ?string
          estimated: bool
        type Event
          sequence: int
          at: string
          kind: string
          fact: object
          text: ?string
        error TooManyConnections
          maximum: int
          ofProcess: bool
        error InvalidDate
          date: string
          problem: string
        error NothingToForget
          before: string
        error StoreUnavailable
          reason: string
        """
}
