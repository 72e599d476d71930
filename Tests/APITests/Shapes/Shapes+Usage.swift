extension InterfaceShapeTests {
    static let usage = """
        method Opened
          site: ?string
          app: ?string
          path: ?string
          -> use: int
          -> targets: []string
          -> heartbeat: int
          -> limit: int
          -> recorded: ?bool
        method Heartbeat
          uses: []int
          -> unknown: []int
          -> recorded: ?bool
        method Closed
          use: int
          -> recorded: ?bool
        method SetIdle
          idle: bool
          locked: ?bool
          idleSeconds: ?int
          -> recorded: ?bool
        method RegisterSource
          front: string
          idle: ?string
          estimated: bool
        method Sessions
          target: ?string
          from: ?string
          to: ?string
          limit: ?int
          newestFirst: ?bool
          -> sessions: []Session
        method Today
          -> targets: []TargetUse
          -> idle: bool
          -> locked: bool
          -> source: ?Source
        method ImportUse
          source: string
          use: []ImportedDay
          -> imported: ?ImportedUse
        method Imports
          -> imports: []ImportedUse
        method RemoveImport
          number: int
        type Place
          site: ?string
          app: ?string
          path: ?string
        type Session
          session: int
          target: string
          places: []Place
          at: string
          until: ?string
          seconds: int
          requests: []int
          running: bool
          idleSeconds: ?int
        type Source
          front: string
          idle: ?string
          estimated: bool
        type TargetUse
          target: string
          name: string
          seconds: int
          running: bool
        type ImportedDay
          target: string
          day: string
          seconds: int
        type ImportedUse
          number: int
          source: string
          at: string
          from: string
          to: string
          targets: []string
          seconds: int
        error NotTracked
          targets: []string
        error NoSuchUse
          use: int
        error NoSuchImport
          number: int
        error TooManyImports
          imports: int
          days: int
        error NoSuchTarget
          target: string
        error StoreUnavailable
          reason: string
        """
}
