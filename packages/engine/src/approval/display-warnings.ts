import { mask } from '../audit/mask.ts';
import type { DisplayNote } from '../wire/approval-reading.ts';
import { MAX_DISPLAYED_CHARACTERS } from './displayed-call.ts';
import { plainText } from './plain-text.ts';

/** Returns warnings about displayed arguments that need a closer look. */
export function displayWarnings(args: unknown): DisplayNote[] {
  const masked = mask(args, { characters: MAX_DISPLAYED_CHARACTERS, items: Infinity });
  return [...differences(args, masked, '').map(secret), ...blanks(args, '').map(blank)].slice(0, MAX_NOTES);
}

const MAX_NOTES = 100;
/** Longer blanks can push the text after them out of view. */
const LONG_BLANK = /[^\S\n]{80,}|\n(?:[^\S\n]*\n){11,}/;

/** Returns the paths at which masking changed the value. */
function differences(value: unknown, masked: unknown, path: string): string[] {
  if (Object.is(value, masked)) return [];
  if (!isObject(value) || !isObject(masked)) return [path];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const inner = pathOf(value, key, path);
    // Masking also replaces a key that looks like a secret.
    return Object.hasOwn(masked, key) ? differences(item, Reflect.get(masked, key), inner) : [inner];
  });
}

function blanks(value: unknown, path: string): string[] {
  if (typeof value === 'string') return LONG_BLANK.test(value) ? [path] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    blanks(item, pathOf(value, key, path)),
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathOf(parent: object, key: string, path: string): string {
  if (Array.isArray(parent)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

const secret = (path: string): DisplayNote => ({
  code: 'secret',
  path: plainText(path, 200),
  message: `The value at "${plainText(path, 200)}" looks like a secret (password, key, token or card number). It is masked everywhere else, so check here that it hides nothing.`,
  message_ja: `"${plainText(path, 200)}" の値は秘密情報（パスワード、鍵、トークン、カード番号など）のように見えます。他の画面では伏せ字になるため、不審な内容が含まれていないかここで確認してください。`,
});

const blank = (path: string): DisplayNote => ({
  code: 'blank',
  path: plainText(path, 200),
  message: `The value at "${plainText(path, 200)}" contains a long blank. Scroll to its end.`,
  message_ja: `"${plainText(path, 200)}" の値には長い空白が含まれています。最後までスクロールして確認してください。`,
});
