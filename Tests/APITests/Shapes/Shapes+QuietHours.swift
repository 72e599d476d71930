extension InterfaceShapeTests {
    static let quietHours = """
        method List
          -> schedules: []Schedule
        method SetEnabled
          schedule: string
          enabled: bool
          -> schedule: Schedule
          -> pendingUntil: ?string
          -> recorded: ?bool
        method Next
          schedule: ?string
          count: ?int
          -> occurrences: []Occurrence
        type Weekday
          mon
          tue
          wed
          thu
          fri
          sat
          sun
        type Range
          days: []Weekday
          start: string
          end: string
          except: []string
          dates: ?[]string
        type Occurrence
          schedule: string
          name: string
          targets: []string
          start: string
          end: ?string
        type Schedule
          schedule: string
          name: string
          targets: []string
          ranges: []Range
          timeZone: string
          enabled: bool
          switched: bool
          strict: bool
          active: bool
          start: ?string
          end: ?string
        error NoSuchSchedule
          schedule: string
        error Strict
          until: ?string
        error StoreUnavailable
          reason: string
        error PlanLimit
          plan: string
        """
}
