/**
 * Places: what a rule can name of a web page. A place is a host name, or a host name with a path,
 * such as youtube.com/shorts; the rest of an address is never part of one.
 */

/** The characters of a path that stand for themselves, as in the daemon. */
const PLAIN = /[A-Za-z0-9\-._~!$&'()+,;=:@]/;

/**
 * A path so that equal paths are equal texts: cut at "/", each segment decoded once, empty and dot
 * segments left out, and all but a few characters encoded again.
 * @param {string} path the path of an address, as `URL` writes it
 * @returns {string} such as /shorts; empty for the path of a whole site
 */
export function normalised(path) {
  const segments = path.split("/").map((segment) => segment.replace(
    /%([0-9a-f]{2})|[^]/gi,
    (written, digits) => {
      const code = digits ? parseInt(digits, 16) : written.charCodeAt(0);
      const letter = String.fromCharCode(code);
      return PLAIN.test(letter) ? letter : `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
    },
  ));
  return segments.filter((segment) => !["", ".", ".."].includes(segment))
    .map((segment) => `/${segment}`).join("");
}

/**
 * The parts of a path that begin at its beginning, the longest first.
 * @param {string} path a path in its normal form
 * @param {number} longest the length of the longest part that is wanted
 * @returns {string[]} the parts; the last one is empty
 */
export function parts(path, longest) {
  const found = [];
  let end = path.length;
  while (end > 0) {
    if (end <= longest) found.push(path.slice(0, end));
    end = path.lastIndexOf("/", end - 1);
  }
  return [...found, ""];
}

/**
 * A host and the domains above it.
 * @param {string} site a host name
 * @returns {string[]} the names, the longest first
 */
export function domains(site) {
  const labels = site.split(".");
  return labels.map((_, first) => labels.slice(first).join("."));
}

/**
 * A place as methods of the daemon take it.
 * @param {string} place the place
 * @returns {{site: string, path: ?string}} its host, and its path if it has one
 */
export function asked(place) {
  const slash = place.indexOf("/");
  return slash < 0 ? { site: place } : { site: place.slice(0, slash), path: place.slice(slash) };
}

/** The domains whose hosts are found only on this machine or its network. */
const OWN = ["local", "localhost", "internal", "home.arpa"];

/**
 * Whether "*" means a host: not those that are found only on this machine or its network, such as
 * loopback addresses, private ones and names of one label.
 * @param {string} site a host name, as `URL` writes it
 * @returns {boolean} true if it does
 */
export function isPublic(site) {
  if (site.startsWith("[")) return isPublicWords(words(site.slice(1, -1)));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(site)) return isPublicBytes(site.split(".").map(Number));
  return site.includes(".") && !domains(site).some((domain) => OWN.includes(domain));
}

/**
 * Whether an IPv4 address is public.
 * @param {number[]} address its four bytes
 * @returns {boolean} true if it is
 */
function isPublicBytes([first, second]) {
  return ![0, 10, 127].includes(first)
    && !(first === 100 && second >= 64 && second < 128)
    && !(first === 169 && second === 254)
    && !(first === 172 && second >= 16 && second < 32)
    && !(first === 192 && second === 168);
}

/**
 * Whether an IPv6 address is public.
 * @param {number[]} address its eight words
 * @returns {boolean} true if it is
 */
function isPublicWords(address) {
  if (address.slice(0, 7).every((word) => word === 0)) return address[7] > 1;
  if (address.slice(0, 5).every((word) => word === 0) && address[5] === 0xffff) {
    return isPublicBytes([address[6] >> 8, address[6] & 0xff]);
  }
  return (address[0] & 0xfe00) !== 0xfc00 && (address[0] & 0xffc0) !== 0xfe80;
}

/**
 * The words of an IPv6 address.
 * @param {string} address the address as `URL` writes it, without brackets
 * @returns {number[]} eight words
 */
function words(address) {
  const [head, tail] = address.split("::").map((part) => (part ? part.split(":") : []));
  const gap = tail ? new Array(8 - head.length - tail.length).fill("0") : [];
  return [...head, ...gap, ...tail ?? []].map((word) => parseInt(word, 16));
}
