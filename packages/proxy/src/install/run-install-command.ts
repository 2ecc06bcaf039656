import {
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { didYouMean } from '@sekisho/engine/integration';
import { installHelp, languageOf, languageProblem, type Language } from '../help.ts';
import { CLIENTS, type ClientConfig } from './clients.ts';
import { editServers, type EditedServers } from './edit-servers.ts';
import { InstallProblem } from './install-problem.ts';

/** The functions of the process that the command uses. */
export interface InstallHost {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user. The default is the one of the process. */
  readonly home?: string | undefined;
}

/** Adds the proxy to the configuration of a client, or removes it. Returns the exit code. */
export function runInstallCommand(
  action: 'install' | 'remove',
  args: readonly string[],
  host: InstallHost,
): number {
  const language = languageOf(host.env, args);
  const usage = (texts: Readonly<Record<Language, string>>): number => {
    host.complain(`${texts[language]}\n\n${installHelp(language)}`);
    return 2;
  };
  const parsed = parseOptions(args);
  if ('problem' in parsed)
    return usage({ en: parsed.problem, ja: `オプションに誤りがあります: ${parsed.problem}` });
  const problem = languageProblem(parsed.values.lang);
  if (problem) return usage(problem);
  try {
    return editConfiguration(action, parsed, { ...host, language });
  } catch (error) {
    if (!(error instanceof InstallProblem)) throw error;
    host.complain(error.texts[language]);
    return 1;
  }
}

/** Returns the options, or what is wrong with them. */
function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', default: false },
        project: { type: 'boolean', default: false },
        file: { type: 'string' },
        server: { type: 'string', multiple: true },
        command: { type: 'string' },
        lang: { type: 'string' },
      },
    });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function editConfiguration(
  action: 'install' | 'remove',
  { values, positionals }: Exclude<ReturnType<typeof parseOptions>, { problem: string }>,
  { print, env, home = homedir(), language }: InstallHost & { readonly language: Language },
): number {
  const [name = ''] = positionals;
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (!client) throw unknownClient(name);
  const file = fileOf(client, values, { env, home });
  const backup = `${file}.before-sekisho`;
  const before = readFileSync(file, 'utf8');
  const isMeant = (server: string) => values.server?.includes(server) ?? true;
  const launcher = values.command?.split(' ') ?? launcherOf(env);
  const edit = (text: string, replace: Replace) =>
    editServers(text, client, { file, folder: process.cwd(), replace });
  const wrap: Replace = (server, command) =>
    isMeant(server) && !unwrap(command)
      ? [...launcher, 'proxy', '--name', server, '--', ...command]
      : undefined;
  const edited =
    action === 'install'
      ? edit(before, wrap)
      : edit(before, (server, command) => (isMeant(server) ? unwrap(command) : undefined));
  print(`${client.title}: ${file}`);
  for (const line of describeChanges(edited, language)) print(`  ${line}`);
  if (edited.changes.length === 0) return 0;
  if (!values.yes) {
    print(UNCONFIRMED[language]);
    return 0;
  }
  if (action === 'install') {
    // A second installation must not replace the original by a file that was already changed.
    if (!existsSync(backup)) copyFileSync(file, backup);
    write(file, edited.text);
    print(WRITTEN[language] + BACKUP[language](backup));
  } else {
    const original = readBackup(backup, (text) => edit(text, wrap).text === before);
    write(file, original ?? edited.text);
    if (original !== undefined) rmSync(backup);
    print(WRITTEN[language]);
  }
  return 0;
}

/** Returns the file before the installation, unless the client or the user changed it since. */
function readBackup(backup: string, isUnchanged: (original: string) => boolean): string | undefined {
  if (!existsSync(backup)) return undefined;
  const original = readFileSync(backup, 'utf8');
  return isUnchanged(original) ? original : undefined;
}

type Replace = (server: string, command: readonly string[]) => readonly string[] | undefined;

/** Returns the command behind the proxy, or undefined if there is no proxy. */
function unwrap(command: readonly string[]): readonly string[] | undefined {
  const at = command.indexOf('proxy');
  const isProxy = at > 0 && command[at + 1] === '--name' && command[at + 3] === '--';
  return isProxy ? command.slice(at + 4) : undefined;
}

function fileOf(
  { title, userFiles, projectFiles }: ClientConfig,
  values: { readonly file?: string | undefined; readonly project: boolean },
  { env, home }: { readonly env: InstallHost['env']; readonly home: string },
): string {
  const user = userFiles(home, env);
  const files = values.file === undefined ? (values.project ? projectFiles : user) : [values.file];
  const found = files.map((each) => resolve(each)).find((each) => existsSync(each));
  // A link to a file in another folder, as dotfiles often are, stays a link.
  if (found !== undefined) return realpathSync(found);
  throw new InstallProblem({
    en: `There is no configuration of ${title}: ${files.join(', ')}. Add a server in the client first, or pass --file.`,
    ja: `${title} の設定ファイルがありません: ${files.join('、')}。先にクライアントでサーバーを追加するか、--file でファイルを指定してください。`,
  });
}

function launcherOf({ PATH = '' }: InstallHost['env']): readonly string[] {
  const isInPath = PATH.split(delimiter).some(
    (folder) => folder !== '' && existsSync(join(folder, 'sekisho')),
  );
  const [node, script] = process.argv;
  return isInPath || node === undefined || script === undefined ? ['sekisho'] : [node, script];
}

function describeChanges({ changes, remote }: EditedServers, language: Language): readonly string[] {
  return [
    ...changes.flatMap(({ name, before, after }) => [name, `- ${before.join(' ')}`, `+ ${after.join(' ')}`]),
    ...(changes.length === 0 ? [NO_CHANGE[language]] : []),
    ...(remote.length > 0 ? [REMOTE[language](remote)] : []),
  ];
}

/** Writes a file completely or not at all, with the permissions that it had. */
function write(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: statSync(file).mode });
  renameSync(temporary, file);
}

function unknownClient(name: string): InstallProblem {
  const known = Object.keys(CLIENTS);
  const given = name === '' ? 'missing' : 'unknown';
  const what = {
    missing: { en: 'The name of the client is missing.', ja: 'クライアントの名前がありません。' },
    unknown: { en: `There is no client "${name}".`, ja: `クライアント "${name}" はありません。` },
  }[given];
  return new InstallProblem({
    en: `${what.en}${didYouMean(name, known)} Clients: ${known.join(', ')}.`,
    ja: `${what.ja}次から選んでください: ${known.join('、')}`,
  });
}

const UNCONFIRMED = {
  en: 'Nothing was written. Repeat the command with --yes to write this change.',
  ja: 'まだ書き込んでいません。書き込むには --yes を付けて、もう一度実行してください。',
} as const;
const WRITTEN = { en: 'Written.', ja: '書き込みました。' } as const;
const BACKUP = {
  en: (file: string) => ` The file before the change is ${file}.`,
  ja: (file: string) => `変更前のファイルは ${file} です。`,
} as const;
const NO_CHANGE = { en: 'Nothing has to be changed.', ja: '変更するものはありません。' } as const;
const REMOTE = {
  en: (names: readonly string[]) =>
    `Not changed, because they are not started by a command: ${names.join(', ')}. Put them into a file for --config.`,
  ja: (names: readonly string[]) =>
    `コマンドで起動しないため、変更しないサーバー: ${names.join('、')}（--config のファイルに書いてください）`,
} as const;
