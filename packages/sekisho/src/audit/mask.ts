/** The text that stands in the place of a secret. */
const MASKED = '[masked]';

/** A copy of a value that may be shown and logged: secrets are masked by the name of their key and by their look. */
export function mask(value: unknown): unknown {
  return maskAt(value, '', 0);
}

/** The same for one text, such as a reason that quotes an argument. */
export function maskText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length} characters)` : text;
  if (cut.length < 8 || !SUSPICIOUS.test(cut)) return cut;
  return SECRETS.reduce((masked, secret) => masked.replace(secret, replaceSecret), cut);
}

const MAX_TEXT = 2000;
const MAX_DEPTH = 40;
const MAX_ITEMS = 200;

const SECRET_KEY =
  /pass(?:word|wd|phrase)?$|^pwd$|secret|token$|api[-_]?key|private[-_]?key|access[-_]?key|authorization|credential|cookie|session[-_]?id|^cvv$|^cvc$|^pin$|^otp$|ssn$|card[-_]?number/i;

/** One cheap look before the exact ones: almost no text passes it. */
const SUSPICIOUS =
  /eyJ|-----BEGIN|bearer |basic |sk-|sk_|rk_|pk_|gh[opusr]_|github_pat|xox|AKIA|ASIA|AIza|ya29|npm_|glpat|SG\.|hf_|:\/\/[^\s/]*:|(?:password|passwd|secret|token|key)["']?\s*[:=]|\b\d(?:[ -]?\d){12,18}\b/i;

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /\b(?:bearer|basic)\s+[\w+/.=-]{8,}/gi,
  /\b(?:sk|rk|pk)[-_][\w-]{12,}/g,
  /\b(?:gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{20,}|hf_\w{20,})/g,
  /\bxox[abeprs]-[\w-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
  /:\/\/[^\s/@:]{1,256}:[^\s/@]{1,256}@/g,
  /\b(?:password|passwd|secret|token|api[-_]?key|access[-_]?key)["']?\s*[:=]\s*["']?[^\s"',;&]{4,}/gi,
  /\b\d(?:[ -]?\d){12,18}\b/g,
];

function replaceSecret(found: string): string {
  if (found.startsWith('://')) return `://${MASKED}@`;
  if (/^\d/.test(found)) return isCardNumber(found) ? MASKED : found;
  const assignment = /^([\w-]+["']?\s*[:=]\s*["']?)/.exec(found);
  return assignment?.[1] ? `${assignment[1]}${MASKED}` : MASKED;
}

function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function maskAt(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') return SECRET_KEY.test(key) ? MASKED : maskText(value);
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value !== 'object' || value === null) return isSecretNumber(value, key) ? MASKED : value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => maskAt(item, key, depth + 1));
  const result: Record<string, unknown> = {};
  // Sorted here, so that the audit record is canonical without another walk.
  const names = Object.keys(value).toSorted();
  if (names.length > MAX_ITEMS) names.length = MAX_ITEMS;
  for (const name of names) {
    const masked = maskAt(Reflect.get(value, name), name, depth + 1);
    // Assigning would set the prototype instead.
    if (name === '__proto__') define(result, name, masked);
    else result[name] = masked;
  }
  return result;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

const isSecretNumber = (value: unknown, key: string) => typeof value === 'number' && SECRET_KEY.test(key);
