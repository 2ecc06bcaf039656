import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EXIT, UsageError, type Invocation } from '../command.ts';
import { codexHooks, withTrust } from './codex-trust.ts';
import { MARK, parseSettings, setValue, withHooks } from './edit-settings.ts';
import { CLOSED, opencodePlugin } from './opencode-plugin.ts';
import { CLIENTS, outputOf, type Client } from './replies.ts';
import { codexFolder, opencodeFolder, TARGETS } from './targets.ts';
import { DEFAULT_PORT, tokenOf } from './up.ts';

const DEFAULT_WAIT_SECONDS = 570;
/** The launcher replies this long before the client would give up and start the tool. */
const MARGIN_SECONDS = 30;

/** A file of a client before and after a change. An empty text means that there is no file. */
interface FileChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** `sekisho hook install CLIENT`: shows the change of the client's configuration, and writes it after a confirmation. */
export async function installCommand(call: Invocation): Promise<number> {
  const client = clientOf(call);
  const code = await write(call, changesOf(call, client, 'install'), 'keep');
  if (code === EXIT.ok && !call.isJson && !TARGETS[client].isTested)
    call.say({
      en: `The hooks for ${TARGETS[client].title} follow its documentation. They have not been run in the real client.`,
      ja: `${TARGETS[client].title} のフックは公式文書に基づくもので、実際のクライアントでは未検証です。`,
    });
  return code;
}

/** `sekisho hook remove CLIENT`: removes the hooks and nothing else. */
export async function removeCommand(call: Invocation): Promise<number> {
  return write(call, changesOf(call, clientOf(call), 'remove'), 'drop');
}

function clientOf(call: Invocation): Client {
  const [name = ''] = call.positionals;
  const client = CLIENTS.find((each) => each === name);
  if (client) return client;
  throw call.notOneOf(name, CLIENTS);
}

/** The folder of the resident process. Not that of the current project: one process decides for all of them. */
export const residentFolder = (call: Invocation) =>
  resolve(call.host.cwd, call.text('data') ?? join(call.host.home, '.sekisho'));

export const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function changesOf(call: Invocation, client: Client, mode: 'install' | 'remove'): FileChange[] {
  if (call.flag('http') && client !== 'claude')
    throw new UsageError('--http: only Claude Code stops a tool when its HTTP hook fails.');
  if (client === 'opencode') return opencodeChanges(call, mode);
  const target = TARGETS[client];
  const file = target.file(call.host);
  const before = readText(file);
  const added = mode === 'remove' ? {} : call.flag('http') ? httpEntries(call) : commandEntries(call, client);
  let after = withHooks(before, file, added);
  const isFlat = client === 'cursor' || client === 'copilot';
  if (isFlat && mode === 'install' && parseSettings(after, file)['version'] === undefined)
    after = setValue(after, ['version'], 1);
  const { version: _version, ...rest } = parseSettings(after, file);
  if (mode === 'remove' && Object.keys(rest).length === 0) after = '';
  const changes = [{ file, before, after }];
  return client === 'codex'
    ? [...changes, trustChange(call, changes[0] ?? { file, before, after })]
    : changes;
}

/** The words of the command line that starts the launcher. */
function launcherWords(call: Invocation, client: Client, event?: string): string[] {
  const seconds = call.number('wait', DEFAULT_WAIT_SECONDS);
  const data = call.text('data') === undefined ? [] : ['--data', residentFolder(call)];
  const named = event === undefined ? [] : ['--event', event];
  return [...call.host.launcher, 'hook', client, '--deadline', String(seconds), ...data, ...named];
}

/** Returns the entries that start the launcher, by event. */
function commandEntries(call: Invocation, client: Client): Record<string, object> {
  const { before, others, isNamed, entry, failClosed } = TARGETS[client];
  const seconds = call.number('wait', DEFAULT_WAIT_SECONDS) + MARGIN_SECONDS;
  const words = (event: string) => launcherWords(call, client, isNamed ? undefined : event);
  return Object.fromEntries([
    [before, entry({ command: `${guarded(words(before), client, before)} ${MARK}`, seconds }, failClosed)],
    ...others.map((event) => [
      event,
      entry({ command: `${words(event).map(singleQuote).join(' ')} ${MARK}`, seconds }, undefined),
    ]),
  ]);
}

/** Returns the entries with which Claude Code sends its events to the resident process itself. */
function httpEntries(call: Invocation): Record<string, object> {
  const seconds = call.number('wait', DEFAULT_WAIT_SECONDS);
  const port = call.number('port', DEFAULT_PORT);
  const { before, others, failClosed } = TARGETS.claude;
  const hook = {
    type: 'http',
    url: `http://127.0.0.1:${port}/http/claude?deadline=${seconds * 1_000}`,
    headers: { Authorization: `Bearer ${tokenOf(residentFolder(call))}` },
    timeout: seconds + MARGIN_SECONDS,
  };
  return Object.fromEntries([
    [before, { matcher: '*', hooks: [{ ...hook, ...failClosed }] }],
    ...others.map((event) => [event, { hooks: [hook] }]),
  ]);
}

/**
 * Denies when the launcher is missing, killed or prints no JSON. The shell is named, because that of the user may have another syntax.
 * Quotes of one kind only inside, so that every shell passes the text on unchanged.
 */
function guarded(words: readonly string[], client: Client, event: string): string {
  const { stdout, stderr } = outputOf(client, event, {
    kind: 'deny',
    reason: 'The hook of Sekisho failed, so the call was not run.',
  });
  const script = [
    `out=$(${words.map(doubleQuote).join(' ')}); code=$?`,
    'case "$code$out" in 0{*|2{*) printf %s "$out"; exit $code;; esac',
    `printf %s ${doubleQuote(stdout)}; echo ${doubleQuote(stderr)} >&2; exit 2`,
  ].join('; ');
  return `/bin/sh -c ${singleQuote(script)}`;
}

const doubleQuote = (word: string) => `"${word.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`;
const singleQuote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Codex executes only hooks that its configuration trusts by their hash; the confirmation of the user covers both files. */
function trustChange(call: Invocation, { file, before, after }: FileChange): FileChange {
  const config = join(codexFolder(call.host), 'config.toml');
  const text = readText(config);
  const own = (settings: string) =>
    codexHooks(file, parseSettings(settings, file).hooks ?? {}).filter(({ command }) =>
      command.endsWith(MARK),
    );
  return { file: config, before: text, after: withTrust(text, own(after), own(before)) };
}

/** The plugin, and the configuration that denies all tools while the plugin is not loaded. */
function opencodeChanges(call: Invocation, mode: 'install' | 'remove'): FileChange[] {
  const plugin = TARGETS.opencode.file(call.host);
  const folder = opencodeFolder(call.host);
  const config = [join(folder, 'opencode.jsonc'), join(folder, 'opencode.json')].find(existsSync);
  const file = config ?? join(folder, 'opencode.json');
  const [text, before] = [readText(file), readText(plugin)];
  const { permission } = parseSettings(text, file);
  const isClosed = isDeepStrictEqual(permission, CLOSED);
  const saved: unknown = JSON.parse(/^const PERMISSION = (.*);$/m.exec(before)?.[1] ?? 'null') ?? undefined;
  const original = isClosed ? saved : permission;
  if (mode === 'install')
    return [
      { file: plugin, before, after: opencodePlugin(launcherWords(call, 'opencode'), original) },
      { file, before: text, after: isClosed ? text : setValue(text, ['permission'], CLOSED) },
    ];
  const restored = isClosed
    ? setValue(text, ['permission'], original === 'allow' ? undefined : original)
    : text;
  const isEmpty = Object.keys(parseSettings(restored, file)).length === 0;
  return [
    { file: plugin, before, after: '' },
    { file, before: text, after: isEmpty ? '' : restored },
  ];
}

/** Shows the new lines of files and writes them after a confirmation. With `keep`, the old files stay as backups. */
async function write(
  call: Invocation,
  changes: readonly FileChange[],
  backup: 'keep' | 'drop',
): Promise<number> {
  const { host } = call;
  const changed = changes.filter(({ before, after }) => before !== after);
  const files = changes.map(({ file }) => file);
  if (changed.length === 0) {
    call.report(
      { files, changed: false },
      { en: `${files.join(', ')}: no change is needed.`, ja: `${files.join('、')} の変更は不要です。` },
    );
    return EXIT.ok;
  }
  if (!call.isJson)
    for (const { file, before, after } of changed)
      host.print([file, ...differences(before, after)].join('\n'));
  if (!call.flag('yes')) {
    if (!host.terminal || call.isJson) {
      call.report(
        { files, changed: false, error: 'Pass --yes to write.' },
        {
          en: 'Nothing was written. Pass --yes to write it.',
          ja: '書き込んでいません。--yes を付けると書き込みます。',
        },
      );
      return EXIT.failed;
    }
    const { confirm } = await import('../commands/browse-inbox.ts');
    if (!(await confirm(call, host.terminal, { en: 'Write this change?', ja: 'この変更を書き込みますか。' })))
      return EXIT.failed;
  }
  for (const { file, before, after } of changed) {
    mkdirSync(dirname(file), { recursive: true });
    if (before !== '' && backup === 'keep') copyAnew(file, `${file}.before-sekisho`);
    if (after === '') {
      rmSync(file, { force: true });
      continue;
    }
    // The settings contain the token of the resident process then. A new file is private in any case.
    if (before !== '' && call.flag('http')) chmodSync(file, 0o600);
    writeFileSync(file, after, { mode: 0o600 });
  }
  const written = changed.map(({ file }) => file);
  call.report(
    { files: written, changed: true },
    { en: `Written: ${written.join(', ')}`, ja: `書き込みました: ${written.join('、')}` },
  );
  return EXIT.ok;
}

/** Copies a file with its permissions. A file that is there already would keep its own. */
function copyAnew(file: string, copy: string): void {
  rmSync(copy, { force: true });
  copyFileSync(file, copy);
}

function differences(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `- ${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}
