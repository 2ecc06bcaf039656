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
import { SekishoError } from '@sekisho/engine';
import { didYouMean } from '@sekisho/engine/integration';
import { CLIENTS, type ClientConfig } from './clients.ts';
import { editServers, type EditedServers } from './edit-servers.ts';

/** The functions of the process that the command uses. */
export interface InstallHost {
  readonly print: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user. The default is the one of the process. */
  readonly home?: string | undefined;
}

/** The help text of both commands. */
export const INSTALL_HELP = `sekisho proxy install <client> [options]
sekisho proxy remove <client> [options]
    Puts the gate in front of the MCP servers in the configuration of a client, or removes it. Without --yes, only the change is displayed.
    クライアントの設定にある MCP サーバーの前に関所を置くか、取り除きます。--yes がなければ、変更内容の表示だけを行います。
    <client>           ${Object.keys(CLIENTS).join(', ')}
    --yes              writes the change; the file before it is kept as FILE.before-sekisho
    --project          the configuration of the current folder instead of the one of the user
    --file FILE        another configuration file
    --server NAME      only this server; may be repeated
    --command COMMAND  how the client starts sekisho; the default is "sekisho", or this program if that is not in PATH`;

/** Adds the proxy to the configuration of a client, or removes it. Returns the exit code. */
export function runInstallCommand(
  action: 'install' | 'remove',
  args: readonly string[],
  { print, env, home = homedir() }: InstallHost,
): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      project: { type: 'boolean', default: false },
      file: { type: 'string' },
      server: { type: 'string', multiple: true },
      command: { type: 'string' },
    },
  });
  const [name = ''] = positionals;
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (!client)
    throw failure(`There is no client "${name}". ${didYouMean(name, Object.keys(CLIENTS))}`.trim());
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
  show(print, `${client.title}: ${file}`, edited);
  if (edited.changes.length === 0) return 0;
  if (!values.yes) {
    print('Nothing was written. Repeat the command with --yes to write this change.');
    print('まだ書き込んでいません。書き込むには --yes を付けて、もう一度実行してください。');
    return 0;
  }
  if (action === 'install') {
    // A second installation must not replace the original by a file that was already changed.
    if (!existsSync(backup)) copyFileSync(file, backup);
    write(file, edited.text);
  } else {
    const original = existsSync(backup) ? readFileSync(backup, 'utf8') : undefined;
    const isUnchanged = original !== undefined && edit(original, wrap).text === before;
    write(file, isUnchanged ? original : edited.text);
    if (isUnchanged) rmSync(backup);
  }
  print(action === 'install' ? `Written. The file before the change is ${backup}.` : 'Written.');
  return 0;
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
  throw failure(
    `There is no configuration of ${title}: ${files.join(', ')}. Add a server in the client first, or pass --file.`,
  );
}

function launcherOf({ PATH = '' }: InstallHost['env']): readonly string[] {
  const isInPath = PATH.split(delimiter).some(
    (folder) => folder !== '' && existsSync(join(folder, 'sekisho')),
  );
  const [node, script] = process.argv;
  return isInPath || node === undefined || script === undefined ? ['sekisho'] : [node, script];
}

function show(print: InstallHost['print'], title: string, { changes, remote }: EditedServers): void {
  print(title);
  for (const { name, before, after } of changes) {
    print(`  ${name}`);
    print(`  - ${before.join(' ')}`);
    print(`  + ${after.join(' ')}`);
  }
  if (changes.length === 0) print('  Nothing has to be changed. / 変更するものはありません。');
  if (remote.length > 0)
    print(`  Not changed, because they are not started by a command: ${remote.join(', ')}.`);
}

/** Writes a file completely or not at all, with the permissions that it had. */
function write(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: statSync(file).mode });
  renameSync(temporary, file);
}

const failure = (message: string) => new SekishoError('AGENTS-E-RUNNER-CONFIG', message);
