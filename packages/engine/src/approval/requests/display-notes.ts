import { mask } from '../../audit/mask.ts';
import { hasInvisible } from '../../checks/invisible-characters.ts';
import { isObject, pathOf } from '../../wire/json-value.ts';
import type { DisplayNote } from '../../wire/human-approval-request.ts';
import {
  MAX_AGENT_NAME,
  MAX_DISPLAYED_CHARACTERS,
  MAX_TOOL_NAME,
  plainText,
  type DisplayedCall,
} from './displayed-call.ts';
import { jsonFaults } from './json-faults.ts';

const MAX_NOTES = 100;
/** The depth to which masking searches for secrets. */
const MAX_DEPTH = 40;
/** Longer blanks can push the text after them out of view. */
const LONG_BLANK = /[^\S\n]{80,}|\n(?:[^\S\n]*\n){11,}/;

/**
 * Returns the reasons why the arguments of a call cannot be displayed faithfully. An empty list means that they can.
 */
export function argumentProblems({ args }: Pick<DisplayedCall, 'args'>): DisplayNote[] {
  if (args === null || args.length > MAX_DISPLAYED_CHARACTERS) return [noteAt('size', '')];
  if (args.trim() === '') return [];
  const faults = jsonFaults(args).map(({ kind, path }) => noteAt(kind, path));
  return [...faults, ...invisibleText(JSON.parse(args), '', 0)].slice(0, MAX_NOTES);
}

/** Returns the reasons why the names of a call cannot be displayed faithfully. Edited arguments do not change them. */
export function nameProblems({ agent_name, tool_id, server_id }: DisplayedCall): DisplayNote[] {
  return [
    ...nameProblem('agent', 'エージェント', agent_name, MAX_AGENT_NAME),
    ...nameProblem('tool', 'ツール', tool_id, MAX_TOOL_NAME),
    ...nameProblem('MCP server', 'MCP サーバー', server_id ?? '', MAX_TOOL_NAME),
  ];
}

/** Returns warnings about displayed arguments that need a closer look. */
export function displayWarnings(args: unknown): DisplayNote[] {
  const masked = mask(args, { characters: MAX_DISPLAYED_CHARACTERS, items: Infinity });
  const secrets = differences(args, masked, '').map((path) => noteAt('secret', path));
  return [...secrets, ...blanks(args, '').map((path) => noteAt('blank', path))].slice(0, MAX_NOTES);
}

function invisibleText(value: unknown, path: string, depth: number): DisplayNote[] {
  if (typeof value === 'string') return hasInvisible(value) ? [noteAt('invisible', path)] : [];
  if (!isObject(value)) return [];
  if (depth >= MAX_DEPTH) return [noteAt('depth', path)];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const inner = pathOf(value, key, path);
    // A key with a line break looks like two keys.
    const own = plainText(key, Infinity) === key ? [] : [noteAt('invisible', inner)];
    return [...own, ...invisibleText(item, inner, depth + 1)];
  });
}

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

function noteAt(code: keyof typeof NOTES, path: string): DisplayNote {
  const place = plainText(path, 200);
  const [message, message_ja] = NOTES[code](place);
  return { code, path: place, message, message_ja };
}

const NOTES = {
  number: (path: string) => [
    `The number at "${path}" changes when it is read, for example because it is too large, too precise or negative zero.`,
    `"${path}" の数値は、大きすぎる・桁数が多すぎる・負のゼロなどの理由で、読み込むと値が変わります。`,
  ],
  duplicate_key: (path: string) => [
    `The key "${path}" occurs twice, so two readers can use different values.`,
    `キー "${path}" が重複しているため、処理系によって使われる値が異なります。`,
  ],
  invisible: (path: string) => [
    `The text at "${path}" contains invisible characters or characters that change the reading direction.`,
    `"${path}" に、目に見えない文字または表示方向を変える文字が含まれています。`,
  ],
  depth: (path: string) => [
    `The value at "${path}" is nested more than ${MAX_DEPTH} levels deep.`,
    `"${path}" の値は ${MAX_DEPTH} 階層より深く入れ子になっています。`,
  ],
  size: () => [
    `The arguments are longer than ${MAX_DISPLAYED_CHARACTERS} characters.`,
    `引数が ${MAX_DISPLAYED_CHARACTERS} 文字を超えています。`,
  ],
  secret: (path: string) => [
    `The value at "${path}" looks like a secret (password, key, token or card number). It is masked everywhere else, so check here that it hides nothing.`,
    `"${path}" の値は秘密情報（パスワード、鍵、トークン、カード番号など）のように見えます。他の画面では伏せ字になるため、不審な内容が含まれていないかここで確認してください。`,
  ],
  blank: (path: string) => [
    `The value at "${path}" contains a long blank. Scroll to its end.`,
    `"${path}" の値には長い空白が含まれています。最後までスクロールして確認してください。`,
  ],
} as const satisfies Readonly<Record<string, (path: string) => readonly [en: string, ja: string]>>;

function nameProblem(what: string, whatJa: string, name: string, maxLength: number): DisplayNote[] {
  if (plainText(name, maxLength) === name) return [];
  const shown = plainText(name, 100);
  return [
    {
      code: 'name',
      path: '',
      message: `The name of the ${what}, "${shown}", contains invisible characters or is longer than ${maxLength} characters.`,
      message_ja: `${whatJa}名「${shown}」に目に見えない文字が含まれているか、${maxLength} 文字を超えています。`,
    },
  ];
}
