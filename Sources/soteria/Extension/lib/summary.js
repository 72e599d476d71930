/**
 * What the popup shows.
 * @param {import("./picture.js").Picture} picture what is known
 * @param {import("./host.js").Host} host the way to the daemon
 * @returns {object} how the connection is, and how each target stands
 */
export function summary(picture, host) {
  const now = Date.now();
  // A target of which nothing was ever decided is told with its places alone; one that is in the
  // rules no more is told of once, when it opens.
  const targets = [...picture.places].map(([key, place]) => {
    const { name, until, grantedUntil, restrictions } = picture.targets.get(key) ?? place;
    return {
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
    version: host.version,
    goneAt: picture.goneAt,
    targets: targets.sort((one, other) => other.blocked - one.blocked),
  };
}
