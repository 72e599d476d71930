const UNBLOCK = "org.soteria.unblock";

/** How the blocked page of a tab stands: what the daemon says, else what it said last. */
export class Standing {
  #picture;
  #addresses;
  #host;

  /**
   * @param {import("./picture.js").Picture} picture what is blocked
   * @param {import("./addresses.js").Addresses} addresses where tabs were going
   * @param {import("./host.js").Host} host the way to the daemon
   */
  constructor(picture, addresses, host) {
    this.#picture = picture;
    this.#addresses = addresses;
    this.#host = host;
  }

  /**
   * How a tab stands.
   * @param {number} tab the tab
   * @returns {Promise<object>} what the blocked page shows
   */
  async of(tab) {
    const stored = this.#addresses.get(tab);
    if (!stored) return { nothing: true };
    const { site, insteadOf } = stored;
    const isPrivate = insteadOf !== undefined;
    if (await this.#host.ready(500)) {
      try {
        return { site, isPrivate, connected: true, ...(await this.#asked(site)) };
      } catch {
        // The daemon is gone: what was said last counts.
      }
    }
    const now = Date.now();
    const keys = this.#picture.targetsOf(site).filter((key) => this.#picture.isBlocked(key, now));
    const targets = keys.map((key) => this.#picture.targets.get(key));
    return {
      site,
      isPrivate,
      connected: false,
      blocked: keys.length > 0,
      names: targets.map((target) => target.name),
      restrictions: targets.flatMap((target) => target.restrictions),
    };
  }

  /**
   * What the daemon says of a site.
   * @param {string} site a host name
   * @returns {Promise<object>} whether it is blocked, why, and how far the conversation is
   */
  async #asked(site) {
    const [check, list, options] = await Promise.all([
      this.#host.call("org.soteria.protection.Check", { site }),
      this.#host.call(`${UNBLOCK}.List`),
      this.#host.call(`${UNBLOCK}.Options`),
    ]);
    const held = check.restrictions.filter(({ kind }) => kind === "check_in");
    return {
      blocked: check.blocked,
      until: check.until,
      restrictions: check.restrictions,
      names: check.targets.map((key) => this.#picture.targets.get(key)?.name ?? key),
      request: requestAbout(list.requests, check.targets),
      options,
      checkIns: held.length > 0 ? await this.#checkIns(held) : [],
    };
  }

  /**
   * The check-ins that hold a site.
   * @param {object[]} held restrictions of the kind check_in
   * @returns {Promise<object[]>} of type CheckIn; empty where they cannot be had
   */
  async #checkIns(held) {
    try {
      const { checkIns } = await this.#host.call("org.soteria.checkin.List");
      return checkIns.filter(({ checkIn }) => held.some(({ rule }) => rule === checkIn));
    } catch {
      return [];
    }
  }
}

/**
 * The open request that is about a site.
 * @param {object[]} requests the open requests
 * @param {string[]} targets the keys of the targets that the site belongs to
 * @returns {object|null} the one that opens one of them
 */
function requestAbout(requests, targets) {
  return requests.find((each) => each.targets.some((key) => targets.includes(key))) ?? null;
}
