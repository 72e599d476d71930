import { text } from "../lib/texts.js";

/** The form in which a person enters an intent. */
export class IntentForm {
  #form;
  #options = null;
  #filledFor = null;
  #spending = true;

  /**
   * @param {HTMLFormElement} form the form
   * @param {function(object): void} onSaid called with the intent, of type Intent
   */
  constructor(form, onSaid) {
    this.#form = form;
    form.addEventListener("change", () => this.#offer());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.mark(null);
      if (this.purpose) onSaid(this.#intent());
      else form.elements.purpose[0].focus();
    });
    chrome.storage.local.get("currency").then(({ currency }) => {
      const field = form.elements.currency;
      if (currency && field.value === "") field.value = currency;
    });
  }

  /** "planned" or "impulse"; empty until it is chosen. */
  get purpose() {
    return this.#form.elements.purpose.value;
  }

  /**
   * Shows the choices.
   * @param {object} options of org.soteria.unblock.Options
   * @param {boolean} spending whether an amount is asked for
   */
  show(options, spending) {
    for (const field of this.#form.querySelectorAll(".spending")) field.hidden = !spending;
    this.#spending = spending;
    const written = JSON.stringify(options);
    if (this.#options === written) return;
    this.#options = written;
    this.options = options;
    this.#filledFor = null;
    this.#offer();
  }

  /**
   * Marks the invalid field.
   * @param {string|null} id the field's id; null for none
   */
  mark(id) {
    for (const field of ["amount", "currency", "minutes"]) {
      const element = this.#form.elements[field];
      if (field === id) {
        element.setAttribute("aria-invalid", "true");
        element.setAttribute("aria-describedby", "notice");
        element.focus();
      } else {
        element.removeAttribute("aria-invalid");
        element.removeAttribute("aria-describedby");
      }
    }
  }

  /** Offers categories for something planned, moods for an impulse. */
  #offer() {
    const { purpose } = this;
    if (!purpose || !this.options || this.#filledFor === purpose) return;
    this.#filledFor = purpose;
    const isPlanned = purpose === "planned";
    const names = isPlanned ? this.options.categories : this.options.moods;
    document.getElementById("kind-label").textContent = text(
      isPlanned ? "visitFor" : "howYouFeel");
    const kind = this.#form.elements.kind;
    kind.replaceChildren(
      new Option(text("noAnswer"), ""), ...names.map((name) => new Option(name)));
    kind.disabled = false;
  }

  /**
   * The entered intent.
   * @returns {object} of type Intent
   */
  #intent() {
    const { kind, amount, currency, minutes } = this.#form.elements;
    const intent = { purpose: this.purpose };
    if (kind.value) intent[this.purpose === "planned" ? "category" : "mood"] = kind.value;
    const sum = this.#spending ? amount.value.trim().replace(",", ".") : "";
    if (sum) {
      intent.amount = sum;
      const unit = currency.value.trim().toUpperCase();
      if (unit) {
        intent.currency = unit;
        chrome.storage.local.set({ currency: unit });
      }
    }
    const length = Number.parseInt(minutes.value, 10);
    if (Number.isInteger(length)) intent.minutes = length;
    return intent;
  }
}
