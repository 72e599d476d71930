/** The texts for people: they all stand in _locales/<language>/messages.json. */

/**
 * A text in the language of the browser, or else in English.
 * @param {string} key its key
 * @param {...(string|number)} values the values of its placeholders
 * @returns {string} the text
 */
export function text(key, ...values) {
  return chrome.i18n.getMessage(key, values.map(String));
}

/**
 * A text with a count. Its keys end in the plural forms of the language: English has one and other.
 * @param {string} key the key without the plural form
 * @param {number} count the value of its first placeholder
 * @returns {string} the text
 */
export function counted(key, count) {
  const form = new Intl.PluralRules(text("locale")).select(count);
  return text(`${key}_${form}`, count) || text(`${key}_other`, count);
}
