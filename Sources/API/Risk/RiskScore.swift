/// A score or weight as it goes over the socket: a float of exactly three decimals, `0.400`.
package typealias RiskScore = FixedPoint
