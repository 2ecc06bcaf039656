import { canonicalJson } from '../checks/digest.ts';
import { isCardNumber, MASKED, maskText } from './mask-text.ts';

interface MaskLimits {
  readonly characters: number;
  readonly items: number;
}

/**
 * Returns a copy of a value that may be displayed and logged. Secrets are masked by the name of their key and by their
 * format. Omitted parts are replaced by the same mark and their count, so that a partial value cannot be mistaken for
 * the complete one.
 */
export function mask(value: unknown, limits: MaskLimits = SHOWN): unknown {
  return maskAt(value, { isSecret: false, depth: 0, limits });
}

const SHOWN: MaskLimits = { characters: 2000, items: 200 };
const MAX_DEPTH = 40;
/** No pattern matches a shorter text, also not in JSON inside of it. */
const MIN_SECRET = 8;
const MAX_JSON = 20_000;
/** The text is masked beyond its limit, so that a secret that crosses the limit is masked as a whole. */
const LOOKAHEAD = 1000;

const SECRET_KEY =
  /(?<!com|by|tres|sur)pass(?:word|wd|phrase|code)?s?$|pwd$|^pw$|secret(?!ar)|tokens?$|(?:api|private|access|auth|client|encryption|signing)[-_ ]?key|authorization|^auth$|^bearer$|^jwt$|credential|cookie|session[-_]?id|^cv[vc]2?$|security[-_ ]?code|^pin(?:[-_ ]?code)?$|^otp(?:[-_ ]?code)?$|ssn$|card[-_ ]?number|パスワード|暗証番号|秘密鍵|トークン$/i;

interface Context {
  /** The value is below a key that names a secret. */
  readonly isSecret: boolean;
  readonly depth: number;
  readonly limits: MaskLimits;
}

function maskAt(value: unknown, context: Context): unknown {
  if (typeof value === 'string') return context.isSecret ? MASKED : maskString(value, context);
  if (typeof value === 'bigint') return context.isSecret ? MASKED : `${value}`;
  if (typeof value === 'number') return context.isSecret || isCard(value) ? MASKED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (context.depth >= MAX_DEPTH) return `${MASKED} (too deep)`;
  const below = { ...context, depth: context.depth + 1 };
  return Array.isArray(value) ? maskList(value, below) : maskObject(value, below);
}

function maskString(text: string, context: Context): string {
  if (text.length < MIN_SECRET && text.length <= context.limits.characters) return text;
  const inside = context.depth < MAX_DEPTH ? jsonInside(text) : undefined;
  if (inside !== undefined) {
    const masked = maskAt(inside, { ...context, depth: context.depth + 1 });
    if (canonicalJson(masked) !== canonicalJson(inside))
      return truncate(JSON.stringify(masked), text, context);
  }
  return truncate(maskText(text.slice(0, context.limits.characters + LOOKAHEAD)), text, context);
}

/** Parses JSON in a text, so that its keys are checked for names of secrets. */
function jsonInside(text: string): unknown {
  if (text.length > MAX_JSON || !/^\s*[[{"]/.test(text)) return undefined;
  try {
    const inside: unknown = JSON.parse(text);
    // Throws when the value is too deep to compare.
    canonicalJson(inside);
    return inside;
  } catch {
    return undefined;
  }
}

function truncate(masked: string, text: string, { limits: { characters } }: Context): string {
  if (text.length <= characters && masked.length <= characters + LOOKAHEAD) return masked;
  return `${masked.slice(0, characters)}… ${MASKED} (${text.length} characters)`;
}

function maskList(list: readonly unknown[], context: Context): unknown[] {
  const { items } = context.limits;
  const shown = list.slice(0, items).map((item, index) => {
    const before: unknown = list[index - 1];
    const isNamed = typeof before === 'string' && (list.length === 2 || before.startsWith('-'));
    return maskAt(item, isNamed && isSecretName(before) ? { ...context, isSecret: true } : context);
  });
  return list.length > items ? [...shown, `… ${MASKED} (${list.length - items} more)`] : shown;
}

function maskObject(value: object, context: Context): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  // The keys are sorted here, so that the audit record is canonical without another pass.
  const names = Object.keys(value).toSorted();
  const omitted = names.splice(context.limits.items).length;
  const isPair = names.some((name) => LABELS.has(name) && isSecretLabel(Reflect.get(value, name)));
  const uses = new Map<string, number>();
  for (const name of names) {
    const item: unknown = Reflect.get(value, name);
    const isSecret =
      context.isSecret ||
      (SECRET_KEY.test(name) && !(typeof item === 'number' && /tokens$/i.test(name))) ||
      (isPair && CONTENTS.has(name));
    const masked = maskAt(item, isSecret ? { ...context, isSecret } : context);
    // A key can contain a secret too. Assigning `__proto__` would set the prototype instead.
    const shown = freeName(result, truncate(maskText(name), name, context), uses);
    if (shown === '__proto__') define(result, shown, masked);
    else result[shown] = masked;
  }
  if (omitted > 0) result[freeName(result, '…', uses)] = `${MASKED} (${omitted} more)`;
  return result;
}

/** The keys of pairs that headers and form fields often use: `{ name: 'Authorization', value: … }`. */
const LABELS: ReadonlySet<string> = new Set(
  'name Name key Key header field label id type element selector parameter k'.split(' '),
);
const CONTENTS: ReadonlySet<string> = new Set('value Value values content text v'.split(' '));

const isSecretName = (name: unknown) =>
  typeof name === 'string' && name.length <= 100 && SECRET_KEY.test(name);

/** A label may contain more than the name, as in `Password field`. File names are excluded. */
function isSecretLabel(label: unknown): boolean {
  if (typeof label !== 'string' || label.length > 100) return false;
  const ending = /\.(\w{1,5})$/.exec(label)?.[1];
  if (ending !== undefined && !SECRET_KEY.test(ending)) return false;
  return SECRET_KEY.test(label) || /(?<![a-z])pass(?:word|code|phrase)(?![a-z])/i.test(label);
}

const isCard = (value: number) =>
  Number.isSafeInteger(value) && value >= 1e14 && /^[2-6]/.test(String(value)) && isCardNumber(String(value));

/** Continues from the last suffix, so that thousands of equal keys take linear time. */
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
