/**
 * The contents of the popup.
 * @param {import("./picture.js").Picture} picture the known targets
 * @param {import("./host.js").Host} host the connection to the daemon
 * @param {?string} version the daemon's version; null if it is not known
 * @returns {object} the state of the connection and of each target
 */
export function summary(picture, host, version) {
  const now = Date.now();
  // A target without any decision is only known from its places. A target that is no longer in the
  // rules was reported once, when it opened.
  const targets = [...picture.places].map(([key, place]) => {
    const { name, until, grantedUntil, restrictions } = picture.targets.get(key) ?? place;
    return {
      key,
      name,
      blocked: picture.isBlocked(key, now),
      until,
      grantedUntil,
      restrictions: (restrictions ?? []).map((each) => each.name),
    };
  });
  return {
    connected: host.connected && picture.goneAt === null,
    hostConnected: host.connected,
    problem: host.problem,
    version: version ?? host.version,
    goneAt: picture.goneAt,
    targets: targets.sort((one, other) => other.blocked - one.blocked),
  };
}
