import { asked } from "./places.js";

const USAGE = "org.soteria.usage";

/** The seconds without input after which a person counts as away, until the daemon says it. */
const AWAY_AFTER = 180;

/** The number of remembered sites that belong to no target. */
const UNTRACKED_LIMIT = 1000;

/**
 * Reports to the daemon which place the person sees: the active tab of the focused window. Also
 * reports whether the person is there; a tab that plays sound counts as used, since people watch
 * films without touching anything.
 */
export class Usage {
  #picture;
  #host;
  #turn = Promise.resolve();
  /** @type {{site: string, use: number}|null} the reported use of a place */
  #current = null;
  #attention = "active";
  #awayAfter = AWAY_AFTER;
  #toldIdle = "active";
  #isHeard = false;
  /** Whether a site is visible; the browser cannot judge other apps. */
  #isInFront = false;
  /** Places that belong to no target by the daemon's reply, valid for `#places`. */
  #untracked = new Set();
  #places = null;
  /** The seconds of reported use that do not count, since the person was away. */
  #takenBack = 0;

  /**
   * @param {import("./picture.js").Picture} picture the known targets
   * @param {import("./host.js").Host} host the connection to the daemon
   */
  constructor(picture, host) {
    this.#picture = picture;
    this.#host = host;
  }

  /** Loads the use that an earlier background page reported. */
  async load() {
    chrome.idle.setDetectionInterval(this.#awayAfter);
    const { use } = await chrome.storage.session.get("use");
    this.#current ??= use ?? null;
    this.#attention = await chrome.idle.queryState(this.#awayAfter);
  }

  /**
   * Sets when the person counts as away.
   * @param {number} seconds the seconds without input, as the rules say
   */
  countAwayAfter(seconds) {
    this.#awayAfter = seconds;
    chrome.idle.setDetectionInterval(seconds);
  }

  /** Reports the site that is visible now, after earlier reports are done. */
  look() {
    this.#turn = this.#turn.then(() => this.#report()).catch(() => {});
  }

  /** Sends a heartbeat for the reported use. */
  beat() {
    this.#turn = this.#turn.then(async () => {
      if (this.#current && this.#host.connected) {
        const { unknown } = await this.#host.call(`${USAGE}.Heartbeat`, {
          uses: [this.#current.use],
        });
        if (unknown.length > 0) this.#remember(null);
      }
      await this.#report();
    }).catch(() => {});
  }

  /**
   * Handles a person who came back, left, or locked the screen.
   * @param {string} attention "active", "idle" or "locked"
   */
  idleChanged(attention) {
    this.#attention = attention;
    this.#takenBack = attention === "idle" ? this.#awayAfter : 0;
    this.look();
  }

  /** Handles a new connection: the host knows nothing of earlier reports. */
  connected() {
    this.#toldIdle = "active";
    this.look();
  }

  /** Handles the loss of the daemon: without heartbeats, it ends the use by itself. */
  lost() {
    this.#remember(null);
  }

  /** Reports the changes since the last report. */
  async #report() {
    if (!this.#host.connected) return;
    const site = await this.#siteInFront();
    if (this.#current && this.#current.site !== site) {
      const { use } = this.#current;
      this.#remember(null);
      await this.#host.call(`${USAGE}.Closed`, { use }).catch(() => {});
    }
    try {
      if (site && !this.#current && this.#isTracked(site)) await this.#open(site);
    } finally {
      await this.#tellAttention();
    }
  }

  /**
   * Reports that a place is used; one that belongs to no target is not reported again.
   * @param {string} site the place
   */
  async #open(site) {
    try {
      const { use } = await this.#host.call(`${USAGE}.Opened`, asked(site));
      this.#remember({ site, use });
    } catch (error) {
      if (error.name !== `${USAGE}.NotTracked`) throw error;
      if (this.#untracked.size >= UNTRACKED_LIMIT) this.#untracked.clear();
      this.#untracked.add(site);
    }
  }

  /**
   * The place in the active tab of the focused window.
   * @returns {Promise<string|null>} the place; null if there is none
   */
  async #siteInFront() {
    const window = await chrome.windows.getLastFocused().catch(() => null);
    this.#isHeard = false;
    this.#isInFront = false;
    if (!window?.focused) return null;
    const [tab] = await chrome.tabs.query({ active: true, windowId: window.id });
    const site = this.#picture.placeOf(tab?.url);
    this.#isHeard = tab?.audible === true;
    this.#isInFront = site !== null;
    return site;
  }

  /**
   * Whether a place is open and belongs to a target, or may belong to one with too many sites.
   * @param {string} site the place
   * @returns {boolean} whether its use is reported
   */
  #isTracked(site) {
    if (this.#picture.blocks(site, Date.now())) return false;
    if (this.#places !== this.#picture.places) {
      this.#places = this.#picture.places;
      this.#untracked.clear();
    }
    if (this.#picture.targetsOf(site).length > 0) return true;
    return this.#picture.mustAsk() && !this.#untracked.has(site);
  }

  /**
   * Reports whether the person is there, if that has changed. The daemon takes an idle browser for
   * an idle session, so a person who plays or watches something else is not reported as idle.
   */
  async #tellAttention() {
    const isElsewhere = this.#isHeard || !this.#isInFront;
    if (isElsewhere) this.#takenBack = 0;
    const attention = this.#attention === "idle" && isElsewhere ? "active" : this.#attention;
    if (attention === this.#toldIdle) return;
    this.#toldIdle = attention;
    await this.#host.call(`${USAGE}.SetIdle`, {
      idle: attention !== "active",
      locked: attention === "locked",
      idleSeconds: attention === "idle" ? this.#takenBack : 0,
    }).catch(() => {
      this.#toldIdle = "active";
    });
  }

  /**
   * Stores the reported use for the next background page.
   * @param {{site: string, use: number}|null} use the use; null for none
   */
  #remember(use) {
    this.#current = use;
    chrome.storage.session.set({ use });
  }
}
