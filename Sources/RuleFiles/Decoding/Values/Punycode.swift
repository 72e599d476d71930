/// The ASCII form of a label with other characters (RFC 3492), as host names carry it after `xn--`.
enum Punycode {
    // Section 5 of the RFC.
    private static let base: UInt32 = 36
    private static let tMin: UInt32 = 1
    private static let tMax: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700

    /// The encoded label without the prefix; nil if the algorithm overflows.
    static func encode(_ label: String) -> String? {
        let points = label.unicodeScalars.map(\.value)
        var output = label.unicodeScalars.filter(\.isASCII).map { UInt8($0.value) }
        let basic = UInt32(output.count)
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var handled = basic
        var next: UInt32 = 128
        var delta: UInt32 = 0
        var bias: UInt32 = 72
        while handled < UInt32(points.count) {
            guard let smallest = points.filter({ $0 >= next }).min() else { return nil }
            let (step, stepOverflow) = (smallest - next).multipliedReportingOverflow(
                by: handled + 1)
            let (sum, sumOverflow) = delta.addingReportingOverflow(step)
            guard !stepOverflow, !sumOverflow else { return nil }
            delta = sum
            next = smallest
            for point in points {
                if point < next { delta += 1 }
                guard point == next else { continue }
                output.append(contentsOf: digits(of: delta, bias: bias))
                bias = adapt(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A generalised variable-length integer (section 3.3).
    private static func digits(of delta: UInt32, bias: UInt32) -> [UInt8] {
        var digits: [UInt8] = []
        var rest = delta
        var k = base
        while true {
            let threshold = k <= bias ? tMin : (k >= bias + tMax ? tMax : k - bias)
            if rest < threshold { break }
            digits.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        digits.append(digit(rest))
        return digits
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    }

    /// Bias adaptation (section 3.4).
    private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }
}
