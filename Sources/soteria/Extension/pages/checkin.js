import { text } from "../lib/texts.js";
import { byId, fill } from "./elements.js";

/** The question of the day, or the suggestions after a "no". */
export class CheckInPart {
  #checkIn = null;
  #onWelcome;
  /** The greetings that this page shows, by check-in: they stay until the page is left. */
  #welcomes = new Map();

  /**
   * @param {function(string, boolean): void} onAnswer called with the key, and true for "yes"
   * @param {function(string): void} onWelcome called with the key once its greeting is shown
   */
  constructor(onAnswer, onWelcome) {
    this.#onWelcome = onWelcome;
    byId("checkin-yes").addEventListener("click", () => onAnswer(this.#checkIn, true));
    byId("checkin-no").addEventListener("click", () => onAnswer(this.#checkIn, false));
  }

  /**
   * Shows the first check-in that restricts the site.
   * @param {object[]} checkIns of type CheckIn
   * @returns {boolean} whether its question is open
   */
  show(checkIns) {
    const checkIn = checkIns.find(({ phase }) => phase === "asking") ?? checkIns[0];
    byId("checkin").hidden = !checkIn;
    if (!checkIn) return false;
    this.#checkIn = checkIn.checkIn;
    const asks = checkIn.phase === "asking";
    setText("checkin-welcome", asks ? this.#welcome(checkIn) : null);
    byId("checkin-heading").textContent = asks
      ? checkIn.question : checkIn.heading ?? text("instead");
    setText("checkin-text", asks ? null : checkIn.text);
    byId("checkin-suggestions").hidden = asks || checkIn.suggestions.length === 0;
    fill(byId("checkin-suggestions"), checkIn.suggestions);
    byId("checkin-answers").hidden = !asks;
    return asks;
  }

  /**
   * The greeting before a question.
   * @param {object} checkIn of type CheckIn
   * @returns {?string} the greeting, also after the daemon no longer sends it
   */
  #welcome({ checkIn, welcome }) {
    if (welcome && !this.#welcomes.has(checkIn)) {
      this.#welcomes.set(checkIn, welcome);
      this.#onWelcome(checkIn);
    }
    return this.#welcomes.get(checkIn);
  }
}

/**
 * Shows a paragraph, or hides it if it has no text.
 * @param {string} id its id
 * @param {?string} content the text
 */
function setText(id, content) {
  byId(id).hidden = !content;
  byId(id).textContent = content ?? "";
}
