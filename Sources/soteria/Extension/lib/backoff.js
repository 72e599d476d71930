/** Waits between attempts: 0.1 s, doubled each time up to 30 s, reset after a success. */
export class Backoff {
  #next = 100;

  /**
   * The wait before the next attempt.
   * @returns {number} milliseconds
   */
  next() {
    const wait = this.#next;
    this.#next = Math.min(wait * 2, 30_000);
    return wait;
  }

  /** An attempt succeeded. */
  reset() {
    this.#next = 100;
  }
}
