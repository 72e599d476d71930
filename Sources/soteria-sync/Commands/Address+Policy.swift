extension Address {
    /// A policy of AWS for a device: it reads the whole space, and adds files to its own logs, to
    /// requests and to beginnings. Nil for a directory.
    func policy(for device: Identifier) -> String? {
        let logs = ["\(device.text)*", "join-*", "era*"].map { "\(space.text)/\($0)" }
        switch kind {
        case .directory: return nil
        case .s3(let bucket):
            // Without the header a file could be replaced.
            let bucket = "arn:aws:s3:::\(bucket)"
            return """
                {"Version": "2012-10-17", "Statement": [
                  {"Effect": "Allow", "Action": "s3:GetObject",
                   "Resource": "\(bucket)/\(space.text)/*"},
                  {"Effect": "Allow", "Action": "s3:ListBucket", "Resource": "\(bucket)",
                   "Condition": {"StringLike": {"s3:prefix": "\(space.text)/*"}}},
                  {"Effect": "Allow", "Action": "s3:PutObject",
                   "Resource": \(logs.map { "\(bucket)/\($0)" }),
                   "Condition": {"Null": {"s3:if-none-match": "false"}}}
                ]}
                """
        case .dynamoDB(let region, let table):
            let table = "arn:aws:dynamodb:\(region):*:table/\(table)"
            let keys = "\"ForAllValues:StringLike\": {\"dynamodb:LeadingKeys\":"
            return """
                {"Version": "2012-10-17", "Statement": [
                  {"Effect": "Allow", "Action": ["dynamodb:BatchGetItem", "dynamodb:Query"],
                   "Resource": "\(table)", "Condition": {\(keys) "\(space.text)/*"}}},
                  {"Effect": "Allow", "Action": "dynamodb:PutItem",
                   "Resource": "\(table)", "Condition": {\(keys) \(logs)}}}
                ]}
                """
        }
    }
}
