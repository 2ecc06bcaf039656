import { isDeepStrictEqual } from 'node:util';
import { propertyOf } from '@sekisho/engine/integration';
import { applyEdits, modify, parse as parseJsonc, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { z } from 'zod';
import type { ClientConfig } from './clients.ts';
import { InstallProblem } from './install-problem.ts';
import { replaceTomlValue } from './toml-text.ts';

/** A server of a client before and after the change. */
interface ServerChange {
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A changed configuration, and the servers that have a URL and stay as they are. */
export interface EditedServers {
  readonly text: string;
  readonly changes: readonly ServerChange[];
  readonly remote: readonly string[];
}

const listedSchema = z.record(z.string(), z.unknown());
const localSchema = z.looseObject({
  command: z.union([z.string(), z.array(z.string()).min(1)]),
  args: z.array(z.string()).optional(),
});

/**
 * Returns the text of a configuration in which the command of each server was replaced. Comments and everything else stay as they
 * are. `replace` returns undefined for a server that stays as it is.
 */
export function editServers(
  text: string,
  { format, isOneList = false, paths }: ClientConfig,
  options: {
    readonly file: string;
    readonly folder: string;
    readonly replace: (name: string, command: readonly string[]) => readonly string[] | undefined;
  },
): EditedServers {
  const { file, folder, replace } = options;
  const { read, replaceValue } = FORMATS[format];
  const changes: ServerChange[] = [];
  const remote: string[] = [];
  const expected = structuredClone(listedSchema.parse(read(text, file)));
  let edited = text;
  for (const path of paths(folder)) {
    const servers = listedSchema.safeParse(valueAt(expected, path)).data ?? {};
    for (const [name, server] of Object.entries(servers)) {
      const local = localSchema.safeParse(server).data;
      if (!local) remote.push(name);
      if (!local || typeof server !== 'object' || server === null) continue;
      const before = [local.command, local.args ?? []].flat();
      const after = replace(name, before);
      if (!after) continue;
      changes.push({ name, before, after });
      const values = isOneList ? { command: after } : splitCommand(after);
      for (const [key, value] of Object.entries(values)) {
        edited = replaceValue(edited, [...path, name, key], value);
        if (value === undefined) Reflect.deleteProperty(server, key);
        else Object.assign(server, { [key]: value });
      }
    }
  }
  if (isDeepStrictEqual(plain(read(edited, file)), plain(expected))) return { text: edited, changes, remote };
  throw new InstallProblem({
    en: `${file} cannot be edited automatically, because its servers are not written as separate tables or objects. Put "sekisho proxy --name NAME --" before the command of each server.`,
    ja: `${file} は自動では編集できません。サーバーが個別のテーブルまたはオブジェクトとして書かれていないためです。各サーバーのコマンドの前に "sekisho proxy --name 名前 --" を書き加えてください。`,
  });
}

const FORMATS = {
  json: { read: readJson, replaceValue: replaceJsonValue },
  toml: { read: readToml, replaceValue: replaceTomlValue },
} as const;

// A server without arguments had no list of them before.
const splitCommand = ([command, ...args]: readonly string[]) => ({
  command,
  args: args.length > 0 ? args : undefined,
});

function readJson(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!error) return value;
  throw notValid(file, 'JSON', `${printParseErrorCode(error.error)} at character ${error.offset}`);
}

function readToml(text: string, file: string): unknown {
  try {
    return parseToml(text);
  } catch (cause) {
    throw notValid(file, 'TOML', cause instanceof Error ? cause.message.trim() : String(cause));
  }
}

const notValid = (file: string, format: string, problem: string) =>
  new InstallProblem({
    en: `${file} is not valid ${format}: ${problem}. Correct the file first.`,
    ja: `${file} は正しい ${format} ではありません（${problem}）。先にファイルを直してください。`,
  });

function replaceJsonValue(text: string, path: readonly string[], value: unknown): string {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce(propertyOf, value);

/** TOML tables have another prototype, and dates compare as text. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
