/** The text that stands in the place of a secret. */
export const MASKED = '[masked]';

/** A text whose secrets are hidden by their look, also where they are URL-encoded or in base64. */
export function maskText(text: string): string {
  const plain = maskPlain(text);
  const decoded = plain.includes('%') ? plain.replaceAll(WORDS, maskEncoded) : plain;
  return hasLongWord(decoded) ? decoded.replaceAll(BASE64, maskBase64) : decoded;
}

/** Whether a whole number, written as digits, has the check digit of a payment card. */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** One cheap look before the exact ones: almost no text passes it. */
const SUSPICIOUS =
  /eyJ|-----BEGIN|bearer |basic |sk-|sk_|rk_|pk_|gh[opusr]_|github_pat|xox|AKIA|ASIA|AIza|ya29|npm_|glpat|SG\.|hf_|:\/\/[^\s/]*:|(?:pass(?:word|wd|phrase|code)|pwd|secret|token|key|credential|authorization|cookie)|(?:-u|--user)\s|パスワード|暗証番号|秘密鍵|トークン|\b\d(?:[ -]?\d){12,18}\b/i;

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /\b(?:bearer|basic)\s+[\w+/.=-]{8,}/gi,
  /\b(?:sk|rk|pk)[-_][\w-]{12,}/g,
  /\b(?:gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{20,}|hf_\w{20,})/g,
  /\bxox[abeprs]-[\w-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
];

const QUOTES = String.raw`["'\\]{0,8}`;
const IS = String.raw`${QUOTES}\]?\s{0,4}(?::=?|=>?|：|は)\s{0,4}`;
const NAMES = String.raw`(?:pass(?:word|wd|phrase|code)s?|pwd|secrets?|tokens?|(?:api|access|private|account|auth|client|signing)[-_ ]?keys?|credentials?|パスワード|暗証番号|秘密鍵|トークン)(?:[-_](?:access[-_])?(?:key|value|hash))?`;
const VALUE = String.raw`(?:"(?:[^"\\]|\\.){1,500}|'(?:[^'\\]|\\.){1,500}|\\{1,7}["'](?:(?!\\{1,7}["'])[\s\S]){1,500}|[^\s"'\\,;&<>]{3,})`;

/** What a secret is said to belong to stays; what follows it goes. */
const NAMED: readonly RegExp[] = [
  new RegExp(String.raw`((?:authorization|cookie)${IS})(${QUOTES}[^"'\\\r\n]{3,1000})`, 'gi'),
  new RegExp(`(${NAMES}${IS})(${VALUE})`, 'gi'),
  /(--?[\w-]{0,40}(?:pass(?:word|wd|phrase|code)?|secret|token|api-?key|access-?key)\s+)(?!-)("[^"]{1,500}|'[^']{1,500}|[^\s"']{3,})/gi,
  /((?:\s|^)(?:-u|--user)\s+["']?[^\s:"']{1,100}:)([^\s"']{1,200})/g,
];

const IN_URL = /:\/\/[^\s/@:]{1,256}:[^\s/@]{1,256}@/g;
const NUMBERS = /\b\d(?:[ -]?\d){12,18}\b/g;
const WORDS = /[^\s"'<>]+/g;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const MIN_BASE64 = 16;
const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;

function maskPlain(text: string): string {
  if (text.length < 8 || !SUSPICIOUS.test(text)) return text;
  let masked = SECRETS.reduce((rest, secret) => rest.replace(secret, MASKED), text);
  for (const named of NAMED)
    masked = masked.replace(named, (_all, name: string, value: string) => name + hidden(value));
  return masked
    .replace(IN_URL, `://${MASKED}@`)
    .replace(NUMBERS, (digits) => (isCardNumber(digits) ? MASKED : digits));
}

/** Quotes before a value stay, so that what is left can still be read. */
function hidden(value: string): string {
  return `${/^["'\\]*/.exec(value)?.[0] ?? ''}${MASKED}`;
}

function maskEncoded(word: string): string {
  if (!word.includes('%')) return word;
  const decoded = word.replaceAll(ESCAPES, decodeEscapes);
  const masked = maskPlain(decoded);
  return masked === decoded ? word : masked;
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Looked for first, because prose has none and the pattern is slow on it. A long word covers one of every 16 places. */
function hasLongWord(text: string): boolean {
  for (let place = MIN_BASE64 - 1; place < text.length; place += MIN_BASE64) {
    const end = text.indexOf(' ', place);
    if ((end < 0 ? text.length : end) - text.lastIndexOf(' ', place) > MIN_BASE64) return true;
  }
  return false;
}

function maskBase64(word: string): string {
  const decoded = Buffer.from(word, 'base64').toString('latin1');
  return /^[\t\n\r\x20-\x7e]+$/.test(decoded) && maskPlain(decoded) !== decoded ? MASKED : word;
}
