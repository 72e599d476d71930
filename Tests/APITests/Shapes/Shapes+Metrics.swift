extension InterfaceShapeTests {
    static let metrics = """
        method Get
          range: ?Range
          from: ?string
          to: ?string
          -> metrics: Metrics
          -> emergency: ?Emergency
        method Insights
          range: ?Range
          from: ?string
          to: ?string
          -> insights: []Insight
          -> countsRequests: ?bool
        method Prediction
          -> next: ?RiskyHour
          -> text: ?string
          -> enabled: bool
        method Export
          format: Format
          table: Table
          -> text: string
        type Range
          today
          this_week
          this_month
          all
          custom
        type Share
          count: int
          of: int
        type Cell
          requests: int
          unblocks: int
          kept: int
        type Named
          name: string
          unblocks: int
          kept: int
        type Money
          amount: string
          currency: ?string
        type TargetUse
          target: string
          name: string
          seconds: int
        type EmergencyPeriod
          day
          week
          month
        type Emergency
          count: int
          per: EmergencyPeriod
          used: int
        type NamedEpisodes
          name: string
          opened: int
          kept: int
        type Episodes
          countsRequests: bool
          all: int
          opened: int
          kept: int
          keptBefore: ?int
          keptShare: ?Share
          impulse: ?Share
          planned: ?Share
          hours: []int
          weekdays: []int
          categories: []NamedEpisodes
          moods: []NamedEpisodes
          commonCategory: ?string
          commonMood: ?string
          meanIntendedMinutes: ?float
          meanUsedOfIntendedSeconds: ?int
          keptAmounts: []Money
        type Metrics
          range: Range
          from: string
          to: string
          requests: int
          attempts: int
          unblocks: int
          kept: int
          expired: int
          impulse: ?Share
          planned: ?Share
          hours: []Cell
          weekdays: []Cell
          hourWeekday: []int
          categories: []Named
          moods: []Named
          quietHours: ?Share
          quietHoursRequests: ?Share
          meanGapSeconds: ?int
          used: ?Share
          meanUsedSeconds: ?int
          meanIntendedMinutes: ?float
          meanUsedOfIntendedSeconds: ?int
          logged: int
          bought: ?Share
          spent: []Money
          meanRegret: ?float
          keptAmounts: []Money
          usage: []TargetUse
          autoProtections: int
          protections: int
          checkInsYes: int
          checkInsNo: int
          mostActiveHour: ?int
          mostActiveWeekday: ?int
          commonMood: ?string
          commonCategory: ?string
          previous: ?Cell
          episodes: ?Episodes
          imported: ?[]TargetUse
        type Insight
          kind: string
          text: string
          count: int
          of: ?int
          value: ?string
          weekday: ?int
          part: ?string
        type RiskyHour
          weekday: int
          hour: int
          count: int
          of: int
          begins: string
        type Format
          jsonl
          csv
        type Table
          events
          requests
        error PlanLimit
          plan: string
          what: string
        error InvalidRange
          from: ?string
          to: ?string
        error StoreUnavailable
          reason: string
        """
}
