extension InterfaceShapeTests {
    static let protection = """
        method List
          -> now: string
          -> sequence: int
          -> nextChange: ?string
          -> targets: []TargetState
        method Check
          site: ?string
          app: ?string
          target: ?string
          path: ?string
          -> blocked: bool
          -> targets: []string
          -> until: ?string
          -> restrictions: []Restriction
          -> spending: ?bool
        method Monitor
          -> targets: ?[]TargetState
          -> sequence: ?int
          -> decision: ?Decision
        method Start
          target: ?string
          seconds: int
          name: ?string
          strict: ?bool
          -> id: int
          -> targets: []string
          -> until: string
          -> recorded: ?bool
          -> takeBackUntil: ?string
        method TakeBack
          id: ?int
          -> id: int
          -> blocked: []string
        method Explain
          target: string
          at: ?string
          -> target: string
          -> name: string
          -> at: string
          -> blocked: bool
          -> until: ?string
          -> monitored: bool
          -> rules: []Explanation
          -> grantedUntil: ?string
          -> prospects: ?[]Prospect
        method ListAutoProtections
          -> rules: []AutoProtection
        method SetAutoProtection
          rule: string
          enabled: bool
          -> rule: AutoProtection
          -> pendingUntil: ?string
          -> recorded: ?bool
        type RestrictionKind
          quiet_hours
          auto_protection
          manual_protection
          check_in
          budget
        type Restriction
          kind: RestrictionKind
          rule: string
          name: string
          until: ?string
          strict: bool
        type TargetState
          target: string
          name: string
          blocked: bool
          strict: bool
          since: ?string
          until: ?string
          restrictions: []Restriction
          monitored: bool
          sites: int
          apps: int
          grantedUntil: ?string
          takeBackUntil: ?string
        type Verdict
          block
          unblock
          update
        type Cause
          schedule
          protection
          grant
          check_in
          budget
          rules
          switch
          clock
          start
        type Decision
          sequence: int
          at: string
          target: string
          name: string
          verdict: Verdict
          restrictions: []Restriction
          until: ?string
          cause: Cause
          grantedUntil: ?string
        type Explanation
          kind: RestrictionKind
          rule: string
          name: string
          inForce: bool
          enabled: bool
          strict: bool
          from: ?string
          until: ?string
          why: string
          lift: ?string
        type ReadValue
          variable: string
          value: string
        type Condition
          text: string
          holds: bool
          values: []ReadValue
        type Prospect
          kind: RestrictionKind
          rule: string
          name: string
          enabled: bool
          why: string
          from: ?string
          conditions: ?[]Condition
        type AutoProtection
          rule: string
          name: string
          targets: []string
          condition: string
          seconds: int
          againAfter: int
          enabled: bool
          switched: bool
          strict: bool
          until: ?string
        error NoSuchRule
          rule: string
        error Strict
          until: ?string
        error NoSuchTarget
          target: string
        error NotMonitored
          target: string
        error NothingToProtect
        error NoSuchProtection
          id: ?int
        error NotStrict
          id: int
        error TooLate
          id: int
          seconds: int
        error InvalidDuration
          seconds: int
          minimum: int
          maximum: int
        error StoreUnavailable
          reason: string
        """
}
