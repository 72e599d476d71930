import { siteOf } from "./addresses.js";

const USAGE = "org.soteria.usage";

/** After so many seconds without a key or a movement a person counts as idle. */
const IDLE_AFTER = 60;

/** So many sites that belong to no target are remembered. */
const UNTRACKED_LIMIT = 1000;

/**
 * Tells the daemon which site is in front of the person: the active tab of the window that has the
 * focus. Whether the person is there is told too; a tab that is heard counts as attended, since who
 * watches a film touches nothing.
 */
export class Usage {
  #picture;
  #host;
  #turn = Promise.resolve();
  /** @type {{site: string, use: number}|null} what is reported as used */
  #current = null;
  #attention = "active";
  #toldIdle = "active";
  #isHeard = false;
  /** Whether a site is in front; what else is, is not the browser's to judge. */
  #isInFront = false;
  /** Sites that belong to no target, as the daemon said while `#places` were the places. */
  #untracked = new Set();
  #places = null;
  /** How many seconds of what was told as use were none, since nobody was there. */
  #takenBack = 0;

  /**
   * @param {import("./picture.js").Picture} picture which sites are tracked
   * @param {import("./host.js").Host} host who is told
   */
  constructor(picture, host) {
    this.#picture = picture;
    this.#host = host;
  }

  /** Reads what an earlier life of the background page reported. */
  async load() {
    chrome.idle.setDetectionInterval(IDLE_AFTER);
    const { use } = await chrome.storage.session.get("use");
    this.#current ??= use ?? null;
    this.#attention = await chrome.idle.queryState(IDLE_AFTER);
  }

  /** Looks at what is in front of the person now, after whatever was looked at before. */
  look() {
    this.#turn = this.#turn.then(() => this.#report()).catch(() => {});
  }

  /** A sign of life for what is used. */
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
   * The person came, went, or locked the screen.
   * @param {string} attention "active", "idle" or "locked"
   */
  idleChanged(attention) {
    this.#attention = attention;
    this.#takenBack = attention === "idle" ? IDLE_AFTER : 0;
    this.look();
  }

  /** A host answers: it knows nothing of what was said to an earlier one. */
  connected() {
    this.#toldIdle = "active";
    this.look();
  }

  /** Nobody hears what is used. A use ends by itself where no sign of life comes. */
  lost() {
    this.#remember(null);
  }

  /** Tells what has changed since it was told last. */
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
   * Tells that a site is used; one that turns out to belong to no target is not told again.
   * @param {string} site a host name
   */
  async #open(site) {
    try {
      const { use } = await this.#host.call(`${USAGE}.Opened`, { site });
      this.#remember({ site, use });
    } catch (error) {
      if (error.name !== `${USAGE}.NotTracked`) throw error;
      if (this.#untracked.size >= UNTRACKED_LIMIT) this.#untracked.clear();
      this.#untracked.add(site);
    }
  }

  /**
   * The site of the active tab of the window that has the focus.
   * @returns {Promise<string|null>} a host name
   */
  async #siteInFront() {
    const window = await chrome.windows.getLastFocused().catch(() => null);
    this.#isHeard = false;
    this.#isInFront = false;
    if (!window?.focused) return null;
    const [tab] = await chrome.tabs.query({ active: true, windowId: window.id });
    const site = siteOf(tab?.url);
    this.#isHeard = tab?.audible === true;
    this.#isInFront = site !== null;
    return site;
  }

  /**
   * Whether a site is open and belongs to a target, or may belong to one with too many sites.
   * @param {string} site a host name
   * @returns {boolean} whether its use is told
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
   * Tells whether the person is there, where that is not what was told last. The daemon takes an
   * idle browser for an idle session: who plays or watches something else is not told as idle.
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
   * Keeps what is reported for another life of the background page.
   * @param {{site: string, use: number}|null} use it
   */
  #remember(use) {
    this.#current = use;
    chrome.storage.session.set({ use });
  }
}
