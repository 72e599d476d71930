import { asked } from "./places.js";

const UNBLOCK = "org.soteria.unblock";

/** The state of a tab's blocked page: from the daemon, or else as the daemon last reported it. */
export class Standing {
  #picture;
  #addresses;
  #host;

  /**
   * @param {import("./picture.js").Picture} picture the known targets
   * @param {import("./addresses.js").Addresses} addresses the addresses that tabs were opening
   * @param {import("./host.js").Host} host the connection to the daemon
   */
  constructor(picture, addresses, host) {
    this.#picture = picture;
    this.#addresses = addresses;
    this.#host = host;
  }

  /**
   * The state of a tab.
   * @param {number} tab the tab
   * @returns {Promise<object>} the state that the blocked page shows
   */
  async of(tab) {
    const stored = this.#addresses.get(tab);
    if (!stored) return { nothing: true };
    const site = this.#picture.placeOf(stored.url);
    const isPrivate = stored.insteadOf !== undefined;
    if (await this.#host.ready(500)) {
      try {
        return { site, isPrivate, connected: true, ...(await this.#asked(site)) };
      } catch {
        // The daemon is gone: its last report counts.
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
   * The daemon's state of a place.
   * @param {string} place the place
   * @returns {Promise<object>} its block, the reasons, and the open request
   */
  async #asked(place) {
    const [check, list, options] = await Promise.all([
      this.#host.call("org.soteria.protection.Check", asked(place)),
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
      spending: check.spending ?? true,
      checkIns: held.length > 0 ? await this.#checkIns(held) : [],
    };
  }

  /**
   * The check-ins that restrict a site.
   * @param {object[]} held restrictions of the kind check_in
   * @returns {Promise<object[]>} of type CheckIn; empty if they are unknown
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
 * The open request for a site.
 * @param {object[]} requests the open requests
 * @param {string[]} targets the keys of the targets that the site belongs to
 * @returns {object|null} the one that opens one of them
 */
function requestAbout(requests, targets) {
  return requests.find((each) => each.targets.some((key) => targets.includes(key))) ?? null;
}
