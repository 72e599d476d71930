/**
 * Whether a version is lower than another. Their numbers are compared: 0.9.0 is lower than 0.10.
 * @param {string} version a version
 * @param {string} other the other version
 * @returns {boolean} true if it is lower
 */
export function isLower(version, other) {
  const [numbers, others] = [version, other].map((text) => text.split(".").map(Number));
  const at = Array.from({ length: Math.max(numbers.length, others.length) }, (_, index) => index)
    .find((index) => (numbers[index] ?? 0) !== (others[index] ?? 0));
  return at !== undefined && (numbers[at] ?? 0) < (others[at] ?? 0);
}
