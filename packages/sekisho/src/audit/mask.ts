import { canonicalJson } from '../contracts/canonical-json.ts';
import { isCardNumber, MASKED, maskText } from './mask-text.ts';

/** How much of a value is shown. */
interface MaskLimits {
  readonly characters: number;
  readonly items: number;
}

/**
 * A copy of a value that may be shown and logged: secrets are masked by the name of their key and by their look. What is
 * left out because it is too long carries the same mark and its count, so that nobody takes the part for the whole, or
 * sends it in the place of the whole.
 */
export function mask(value: unknown, limits: MaskLimits = SHOWN): unknown {
  return maskAt(value, { isSecret: false, depth: 0, limits });
}

const SHOWN: MaskLimits = { characters: 2000, items: 200 };
const MAX_DEPTH = 40;
const MAX_JSON = 20_000;
/** A secret that begins before the cut is masked as a whole. */
const BEYOND_CUT = 1000;

const SECRET_KEY =
  /(?<!com|by|tres|sur)pass(?:word|wd|phrase|code)?s?$|pwd$|^pw$|secret(?!ar)|tokens?$|(?:api|private|access|auth|client|encryption|signing)[-_ ]?key|authorization|^auth$|^bearer$|^jwt$|credential|cookie|session[-_]?id|^cv[vc]2?$|security[-_ ]?code|^pin(?:[-_ ]?code)?$|^otp(?:[-_ ]?code)?$|ssn$|card[-_ ]?number|パスワード|暗証番号|秘密鍵|トークン$/i;

interface Place {
  /** It stands below a key that names a secret. */
  readonly isSecret: boolean;
  readonly depth: number;
  readonly limits: MaskLimits;
}

function maskAt(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return place.isSecret ? MASKED : maskString(value, place);
  if (typeof value === 'bigint') return place.isSecret ? MASKED : `${value}`;
  if (typeof value === 'number') return place.isSecret || isCard(value) ? MASKED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth >= MAX_DEPTH) return `${MASKED} (too deep)`;
  const below = { ...place, depth: place.depth + 1 };
  return Array.isArray(value) ? maskList(value, below) : maskObject(value, below);
}

function maskString(text: string, place: Place): string {
  const inside = place.depth < MAX_DEPTH ? jsonInside(text) : undefined;
  if (inside !== undefined) {
    const masked = maskAt(inside, { ...place, depth: place.depth + 1 });
    if (canonicalJson(masked) !== canonicalJson(inside)) return cut(JSON.stringify(masked), text, place);
  }
  return cut(maskText(text.slice(0, place.limits.characters + BEYOND_CUT)), text, place);
}

/** Data that travels as text is data: what it names a password is one. */
function jsonInside(text: string): unknown {
  if (text.length > MAX_JSON || !/^\s*[[{"]/.test(text)) return undefined;
  try {
    const inside: unknown = JSON.parse(text);
    // Throws where it is too deep to be compared.
    canonicalJson(inside);
    return inside;
  } catch {
    return undefined;
  }
}

function cut(masked: string, text: string, { limits: { characters } }: Place): string {
  if (text.length <= characters && masked.length <= characters + BEYOND_CUT) return masked;
  return `${masked.slice(0, characters)}… ${MASKED} (${text.length} characters)`;
}

function maskList(list: readonly unknown[], place: Place): unknown[] {
  const { items } = place.limits;
  const shown = list.slice(0, items).map((item, index) => {
    const before: unknown = list[index - 1];
    const isNamed = typeof before === 'string' && (list.length === 2 || before.startsWith('-'));
    return maskAt(item, isNamed && isSecretName(before) ? { ...place, isSecret: true } : place);
  });
  return list.length > items ? [...shown, `… ${MASKED} (${list.length - items} more)`] : shown;
}

function maskObject(value: object, place: Place): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  // Sorted here, so that the audit record is canonical without another walk.
  const names = Object.keys(value).toSorted();
  const left = names.splice(place.limits.items).length;
  const isPair = names.some((name) => LABELS.has(name) && isSecretLabel(Reflect.get(value, name)));
  const uses = new Map<string, number>();
  for (const name of names) {
    const item: unknown = Reflect.get(value, name);
    const isSecret =
      place.isSecret ||
      (SECRET_KEY.test(name) && !(typeof item === 'number' && /tokens$/i.test(name))) ||
      (isPair && CONTENTS.has(name));
    const masked = maskAt(item, isSecret ? { ...place, isSecret } : place);
    // A name can be a secret too. Assigning `__proto__` would set the prototype instead.
    const shown = freeName(result, cut(maskText(name), name, place), uses);
    if (shown === '__proto__') define(result, shown, masked);
    else result[shown] = masked;
  }
  if (left > 0) result[freeName(result, '…', uses)] = `${MASKED} (${left} more)`;
  return result;
}

/** The pairs in which headers, fields and what is typed into them often come: `{ name: 'Authorization', value: … }`. */
const LABELS: ReadonlySet<string> = new Set(
  'name Name key Key header field label id type element selector parameter k'.split(' '),
);
const CONTENTS: ReadonlySet<string> = new Set('value Value values content text v'.split(' '));

const isSecretName = (name: unknown) =>
  typeof name === 'string' && name.length <= 100 && SECRET_KEY.test(name);

/** A label may say more than the name, as in `Password field`; the name of a file says nothing of the kind. */
function isSecretLabel(label: unknown): boolean {
  if (typeof label !== 'string' || label.length > 100) return false;
  const ending = /\.(\w{1,5})$/.exec(label)?.[1];
  if (ending !== undefined && !SECRET_KEY.test(ending)) return false;
  return SECRET_KEY.test(label) || /(?<![a-z])pass(?:word|code|phrase)(?![a-z])/i.test(label);
}

const isCard = (value: number) =>
  Number.isSafeInteger(value) && value >= 1e14 && /^[2-6]/.test(String(value)) && isCardNumber(String(value));

/** Counts on from the last use: thousands of keys that look the same must not be gone through again for each. */
function freeName(result: object, name: string, uses: Map<string, number>): string {
  let count = uses.get(name) ?? 0;
  let free = name;
  while (Object.hasOwn(result, free)) {
    count += 1;
    free = `${name}′${count}`;
  }
  uses.set(name, count);
  return free;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
