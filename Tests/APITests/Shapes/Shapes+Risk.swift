extension InterfaceShapeTests {
    static let risk = """
        method GetStatus
          -> status: Status
        method Monitor
          -> status: Status
        method History
          from: ?string
          to: ?string
          limit: ?int
          -> points: []Point
        type Level
          low
          moderate
          high
          critical
        type Thresholds
          moderate: float
          high: float
          critical: float
        type ReadValue
          variable: string
          value: string
        type Factor
          factor: string
          weight: float
          holds: bool
          automatic: bool
          condition: string
          values: []ReadValue
          problem: ?string
        type Status
          score: float
          automatic: float
          level: Level
          thresholds: Thresholds
          assessedAt: string
          nextAt: ?string
          factors: []Factor
        type Point
          at: string
          score: float
          automatic: float
          level: Level
          factors: []string
        error StoreUnavailable
          reason: string
        """
}
