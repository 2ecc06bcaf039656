/** The text that replaces a secret. */
export const MASKED = '[masked]';

/** Masks secrets in a text by their format, also where they are URL-encoded or in base64. */
export function maskText(text: string): string {
  const plain = maskPlain(text);
  const decoded = plain.includes('%') ? plain.replaceAll(WORDS, maskEncoded) : plain;
  return hasLongWord(decoded) ? decoded.replaceAll(BASE64, maskBase64) : decoded;
}

/** Returns whether a sequence of digits has the check digit of a payment card. */
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

/** A fast test before the exact patterns. Most texts do not match it. */
const SUSPICIOUS =
  /eyJ|-----BEGIN|bearer\s|basic\s|sk-|sk_|rk_|pk_|gh[opusr]_|github_pat|xox|AKIA|ASIA|AIza|ya29|npm_|glpat|SG\.|hf_|:\/\/[^\s/]*:|(?:pass(?:word|wd|phrase|code)|pwd|secret|token|key|credential|authorization|cookie|signature)|["'\\]?(?:pin|cv[vc]|otp|jwt|ssn|sig)(?:["'\\]|[-_ ]?code["'\\=]|2?["'\\=])|(?:-u|--user)\s|パスワード|暗証番号|秘密鍵|トークン|\b[2-6](?:[ -]?\d){12,18}\b/i;

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----BEGIN)[\s\S]){0,8000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // The value must look generated: `basic information` is not a secret.
  /\b(?:[Bb]earer|[Bb]asic|BEARER|BASIC)\s+(?=[\w+/.-]*(?:\d|=|[a-z][A-Z]+[a-z]+[A-Z]))[\w+/.=-]{8,}/g,
  /\b(?:(?:sk|rk)[-_]|pk_(?:live|test)_)[\w-]{12,}/g,
  /\b(?:gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|(?:npm|hf)_[A-Za-z0-9]{20,})/g,
  /\bxox[abeprs]-[\w-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|SG\.[\w-]{16,64}\.[\w-]{16,})/g,
];

const QUOTES = String.raw`["'\\]{0,8}`;
const IS = String.raw`${QUOTES}\]?\s{0,20}(?::=?|=>?|：)\s{0,20}`;
const NAMES = String.raw`(?:pass(?:word|wd|phrase|code)s?|pwd|secrets?|tokens?|(?:api|access|private|account|auth|client|signing)[-_ ]?keys?|credentials?|パスワード|暗証番号|秘密鍵|トークン)(?:[-_](?:access[-_])?(?:key|value|hash))?`;
/** Names that are ordinary words elsewhere, so they count only as a key in data or in a form. */
const SHORT_NAMES = String.raw`(?:pin(?:[-_ ]?code)?|cv[vc]2?|otp(?:[-_ ]?code)?|jwt|ssn)`;
// Japanese has no spaces, so Japanese characters end the secret.
const BARE = String.raw`[^\s"'\\,;&<>　-ヿ一-鿿！-～]{3,}`;
const VALUE = String.raw`(?:"(?:[^"\\]|\\.){1,500}|'(?:[^'\\]|\\.){1,500}|\\{1,7}["'](?:(?!\\{1,7}["'])[\s\S]){1,500}|${BARE})`;

/** Patterns of a name and its secret value. The name is retained and the value is masked. */
const NAMED: readonly RegExp[] = [
  new RegExp(String.raw`((?:authorization|cookie)${IS})(${QUOTES}[^"'\\\r\n]{3,1000})`, 'gi'),
  new RegExp(`(${NAMES}${IS})(${VALUE})`, 'gi'),
  new RegExp(String.raw`(${NAMES}は\s{0,4}[「『"']?)(${BARE})`, 'gi'),
  new RegExp(String.raw`(["'\\]${SHORT_NAMES}["'\\]{1,8}\s{0,20}:\s{0,20})(${VALUE})`, 'gi'),
  new RegExp(String.raw`((?<![\w-])(?:${SHORT_NAMES}|sig|(?:x-amz-)?signature)=)(${VALUE})`, 'gi'),
  new RegExp(String.raw`(<(?:[\w.-]{0,40}[-_:.])?${NAMES}>)([^<]{1,500})`, 'gi'),
  /(--?[\w-]{0,40}(?:pass(?:word|wd|phrase|code)?|secret|token|api-?key|access-?key)\s+)(?!-)("[^"]{1,500}|'[^']{1,500}|[^\s"']{3,})/gi,
  // Two numbers are a user id and a group id.
  /((?:\s|^)(?:-u|--user)\s+["']?[^\s:"']{1,100}:)(?!\d+(?:\s|$))([^\s"']{1,200})/g,
];

const IN_URL = /:\/\/[^\s/@:]{0,256}:[^\s/?#]{1,256}@/g;
// Card numbers begin with these digits; timestamps and most ids do not.
const NUMBERS = /\b[2-6](?:[ -]?\d){12,18}\b/g;
const WORDS = /[^\s"'<>]+/g;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const MIN_BASE64 = 16;
const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;

function maskPlain(text: string): string {
  if (text.length < 8 || !SUSPICIOUS.test(text)) return text;
  let masked = SECRETS.reduce((rest, secret) => rest.replace(secret, MASKED), text);
  for (const named of NAMED)
    masked = masked.replace(named, (_all, name: string, value: string) => name + hidden(name, value));
  return masked
    .replace(IN_URL, `://${MASKED}@`)
    .replace(NUMBERS, (digits) => (isCardNumber(digits) ? MASKED : digits));
}

/** Keeps the quotes before a masked value, so that the rest of the text remains readable. */
function hidden(name: string, value: string): string {
  // A small number after "tokens" is a count.
  if (/(?:tokens|トークン)\W*$/i.test(name) && /^\d{1,7}(?!\w)/.test(value)) return value;
  return `${/^["'\\]*/.exec(value)?.[0] ?? ''}${MASKED}`;
}

const MAX_ROUNDS = 3;

function maskEncoded(word: string): string {
  let decoded = word;
  // Each program that a value passes through may encode it again.
  for (let round = 0; round < MAX_ROUNDS && decoded.includes('%'); round += 1) {
    decoded = decoded.replaceAll(ESCAPES, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    );
    const masked = maskPlain(decoded);
    if (masked !== decoded) return masked;
  }
  return word;
}

/**
 * A fast test before the base64 pattern, which is slow on prose. A word of sufficient length covers one of every 16
 * positions.
 */
function hasLongWord(text: string): boolean {
  for (let position = MIN_BASE64 - 1; position < text.length; position += MIN_BASE64) {
    const end = text.indexOf(' ', position);
    if ((end < 0 ? text.length : end) - text.lastIndexOf(' ', position) > MIN_BASE64) return true;
  }
  return false;
}

function maskBase64(word: string): string {
  // A slash is a base64 character too, but it usually separates folders.
  const start = word.lastIndexOf('/') + 1;
  if (holdsSecret(word)) return MASKED;
  return start > 0 && holdsSecret(word.slice(start)) ? `${word.slice(0, start)}${MASKED}` : word;
}

function holdsSecret(base64: string): boolean {
  const decoded = Buffer.from(base64, 'base64').toString();
  // Most words are not base64 and decode to invalid text.
  if (decoded.includes('�')) return false;
  return !/[^\P{C}\t\n\r]/u.test(decoded) && maskPlain(decoded) !== decoded;
}
