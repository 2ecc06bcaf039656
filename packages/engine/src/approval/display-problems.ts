import type { DisplayNote } from '../wire/approval-reading.ts';
import { hasInvisible } from '../checks/invisible-characters.ts';
import {
  MAX_AGENT_NAME,
  MAX_DISPLAYED_CHARACTERS,
  MAX_TOOL_NAME,
  type DisplayedCall,
} from './displayed-call.ts';
import { jsonFaults } from './json-faults.ts';
import { plainText } from './plain-text.ts';

/**
 * Returns the reasons why the arguments of a call cannot be displayed faithfully. An empty list means that they can.
 */
export function argumentProblems({ args }: Pick<DisplayedCall, 'args'>): DisplayNote[] {
  if (args === null || args.length > MAX_DISPLAYED_CHARACTERS) return [TOO_LARGE];
  if (args.trim() === '') return [];
  const faults = jsonFaults(args).map(({ kind, path }) =>
    kind === 'number' ? changedNumber(path) : duplicateKey(path),
  );
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

const MAX_NOTES = 100;
/** The depth to which masking searches for secrets. */
const MAX_DEPTH = 40;

function invisibleText(value: unknown, path: string, depth: number): DisplayNote[] {
  if (typeof value === 'string') return hasInvisible(value) ? [invisible(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH) return [tooDeep(path)];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => invisibleText(item, `${path}[${index}]`, depth + 1));
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    // A key with a line break looks like two keys.
    const own = plainText(key, Infinity) === key ? [] : [invisible(inner)];
    return [...own, ...invisibleText(item, inner, depth + 1)];
  });
}

const changedNumber = (path: string): DisplayNote => ({
  code: 'number',
  path: plainText(path, 200),
  message: `The number at "${plainText(path, 200)}" changes when it is read, for example because it is too large, too precise or negative zero.`,
  message_ja: `"${plainText(path, 200)}" の数値は、大きすぎる・桁数が多すぎる・負のゼロなどの理由で、読み込むと値が変わります。`,
});

const duplicateKey = (path: string): DisplayNote => ({
  code: 'duplicate_key',
  path: plainText(path, 200),
  message: `The key "${plainText(path, 200)}" occurs twice, so two readers can use different values.`,
  message_ja: `キー "${plainText(path, 200)}" が重複しているため、処理系によって使われる値が異なります。`,
});

const invisible = (path: string): DisplayNote => ({
  code: 'invisible',
  path: plainText(path, 200),
  message: `The text at "${plainText(path, 200)}" contains invisible characters or characters that change the reading direction.`,
  message_ja: `"${plainText(path, 200)}" に、目に見えない文字または表示方向を変える文字が含まれています。`,
});

const tooDeep = (path: string): DisplayNote => ({
  code: 'depth',
  path: plainText(path, 200),
  message: `The value at "${plainText(path, 200)}" is nested more than ${MAX_DEPTH} levels deep.`,
  message_ja: `"${plainText(path, 200)}" の値は ${MAX_DEPTH} 階層より深く入れ子になっています。`,
});

const TOO_LARGE: DisplayNote = {
  code: 'size',
  path: '',
  message: `The arguments are longer than ${MAX_DISPLAYED_CHARACTERS} characters.`,
  message_ja: `引数が ${MAX_DISPLAYED_CHARACTERS} 文字を超えています。`,
};

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
