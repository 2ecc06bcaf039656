import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SekishoError, type Finding } from '@sekisho/engine';
import { examine, ok, problem, type Check } from '@sekisho/engine/integration';
import { z } from 'zod';
import { EXIT, UsageError, type CommandHost, type Invocation } from '../command.ts';
import { outputOf } from './replies.ts';
import { isUp } from './up.ts';

/** The part of a client's configuration that holds hooks. */
const settingsSchema = z.looseObject({
  hooks: z
    .record(
      z.string(),
      z.array(
        z.looseObject({ hooks: z.array(z.looseObject({ command: z.string().optional() })).default([]) }),
      ),
    )
    .optional(),
});
type Settings = z.input<typeof settingsSchema>;
/** Accepts valid settings as they are: parsed ones would have another order of fields. */
const unchangedSchema = z.custom<Settings>((value) => settingsSchema.safeParse(value).success);

/** Where a client reads its hooks, and the names of its events. */
interface HookTarget {
  readonly file: (home: string) => string;
  readonly before: string;
  readonly others: readonly string[];
  /** The unit of the client's time limits in milliseconds. */
  readonly unit: number;
  /** What makes the client stop a tool when its hook fails, if it can. */
  readonly failClosed?: Readonly<Record<string, unknown>> | undefined;
}

const TARGETS: Readonly<Record<string, HookTarget>> = {
  claude: {
    file: (home) => join(home, '.claude', 'settings.json'),
    before: 'PreToolUse',
    others: ['UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop'],
    unit: 1_000,
    failClosed: { onFailure: 'block' },
  },
  codex: {
    file: (home) => join(home, '.codex', 'hooks.json'),
    before: 'PreToolUse',
    others: ['UserPromptSubmit', 'PostToolUse', 'Stop'],
    unit: 1_000,
  },
  gemini: {
    file: (home) => join(home, '.gemini', 'settings.json'),
    before: 'BeforeTool',
    others: ['BeforeAgent', 'AfterTool', 'AfterAgent'],
    unit: 1,
  },
};

const MARK = '# sekisho hook';
const DEFAULT_WAIT_SECONDS = 570;
/** The launcher replies this long before the client would give up and start the tool. */
const MARGIN_SECONDS = 30;

/** `sekisho hook install CLIENT`: shows the change of the client's configuration, and writes it after a confirmation. */
export async function installCommand(call: Invocation): Promise<number> {
  const { name, target, file } = targetOf(call);
  const settings = readSettings(file);
  return change(call, file, withHooks(withoutHooks(settings), hooksOf(call, name, target)));
}

/** `sekisho hook remove CLIENT`: removes the hooks and nothing else. */
export async function removeCommand(call: Invocation): Promise<number> {
  const { file } = targetOf(call);
  return change(call, file, withoutHooks(readSettings(file)));
}

/** `sekisho hook status`: which clients have the hooks, and whether the resident process runs. */
export async function hookStatusCommand(call: Invocation): Promise<number> {
  const report = await examine(hookChecks(call, true));
  call.report(report, { en: lines(report.findings, 'en'), ja: lines(report.findings, 'ja') });
  return report.ok ? EXIT.ok : EXIT.found;
}

const lines = (findings: readonly Finding[], language: 'en' | 'ja') =>
  findings
    .map(({ id, found, remedy }) => `${id}: ${found[language]}${remedy ? ` ${remedy[language]}` : ''}`)
    .join('\n');

/** The checks of hooks for `doctor`. Clients without a hook are listed only on request. */
export function hookChecks(call: Invocation, all = false): Record<string, Check> {
  const { host } = call;
  return Object.fromEntries(
    Object.entries(TARGETS).map(([name, target]) => [
      `hook.${name}`,
      () => checkHook(name, target, host, folderOf(call), all),
    ]),
  );
}

async function checkHook(
  name: string,
  target: HookTarget,
  { home }: CommandHost,
  folder: string,
  all: boolean,
): Promise<Finding[]> {
  const id = `hook.${name}`;
  const file = target.file(home);
  const groups = Object.entries(readSettings(file).hooks ?? {});
  const own = groups.flatMap(([event, entries]) =>
    entries.flatMap(({ hooks = [] }) => hooks.filter(isOwn).map((hook) => ({ event, hook }))),
  );
  if (own.length === 0) return all ? [ok(id, file, { en: 'not installed', ja: '未設定です。' })] : [];
  const missing = [target.before, ...target.others].filter(
    (event) => !own.some((each) => each.event === event),
  );
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(
      problem(missing.includes(target.before) ? 'error' : 'warning', id, file, {
        en: `The hooks of these events are missing: ${missing.join(', ')}.`,
        ja: `次のイベントのフックがありません: ${missing.join('、')}。`,
        remedy: `Run: sekisho hook install ${name}`,
        remedy_ja: `sekisho hook install ${name} を実行してください。`,
      }),
    );
  const before = own.find(({ event }) => event === target.before)?.hook;
  const isOpen = Object.entries(target.failClosed ?? {}).some(([field, value]) => before?.[field] !== value);
  if (before && isOpen)
    findings.push(
      problem('error', id, file, {
        en: `${name} starts a tool when this hook fails.`,
        ja: `このフックが失敗すると ${name} はツールを実行してしまいます。`,
        remedy: `Run: sekisho hook install ${name}`,
        remedy_ja: `sekisho hook install ${name} を実行してください。`,
      }),
    );
  if (target.failClosed === undefined)
    findings.push(
      problem('warning', id, file, {
        en: `${name} starts a tool when the process of a hook is killed or exceeds its time limit${name === 'codex' ? ', and when the hook is not trusted' : ''}.`,
        ja: `フックのプロセスが強制終了または時間切れになる${name === 'codex' ? 'か、フックが信頼されていない' : ''}と、${name} はツールを実行します。`,
        remedy: 'Put tools with severe effects behind sekisho proxy, which owns the execution.',
        remedy_ja: '影響の大きいツールは、実行そのものを管理する sekisho proxy の後ろに置いてください。',
      }),
    );
  if (!(await isUp(folder)))
    findings.push(
      problem('error', id, join(folder, 'up.json'), {
        en: 'The resident process is not running, so every call is denied.',
        ja: '常駐プロセスが動いていないため、すべての呼び出しが拒否されます。',
        remedy: 'Run: sekisho up',
        remedy_ja: 'sekisho up を実行してください。',
      }),
    );
  return findings.length > 0
    ? findings
    : [
        ok(id, file, {
          en: 'installed, and the resident process replies',
          ja: '設定済みで、常駐プロセスも応答しています。',
        }),
      ];
}

function targetOf(call: Invocation) {
  const [name = ''] = call.positionals;
  const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
  if (!target) throw new UsageError(`${Object.keys(TARGETS).join(' | ')}: "${name}"`);
  return { name, target, file: target.file(call.host.home) };
}

const folderOf = (call: Invocation) =>
  resolve(call.host.cwd, call.text('data') ?? join(call.host.home, '.sekisho'));

/** Returns the hooks of a client by event. */
function hooksOf(call: Invocation, name: string, target: HookTarget) {
  const seconds = call.number('wait', DEFAULT_WAIT_SECONDS);
  const data = call.text('data') === undefined ? [] : ['--data', folderOf(call)];
  const words = [...call.host.launcher, 'hook', name, '--deadline', String(seconds), ...data]
    .map(quote)
    .join(' ');
  const { unit, failClosed } = target;
  const timeout = ((seconds + MARGIN_SECONDS) * 1_000) / unit;
  const entry = (command: string) => [
    { matcher: '*', hooks: [{ type: 'command', command, timeout, ...failClosed }] },
  ];
  return Object.fromEntries([
    [target.before, entry(`${guarded(words, name, target.before)} ${MARK}`)],
    ...target.others.map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: `${words} ${MARK}`, timeout }] }],
    ]),
  ]);
}

/** Denies when the launcher itself is missing, crashes or is killed. */
function guarded(words: string, name: string, event: string): string {
  const client = name === 'gemini' ? 'gemini' : name === 'codex' ? 'codex' : 'claude';
  const { stdout, stderr } = outputOf(client, event, {
    kind: 'deny',
    reason: 'The hook of Sekisho failed, so the call was not run.',
  });
  return `out=$(${words}); code=$?; case $code in 0|2) printf %s "$out"; exit $code;; esac; printf %s ${quote(stdout)}; echo ${quote(stderr)} >&2; exit 2`;
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
const isOwn = ({ command }: { readonly command?: string | undefined }) => command?.endsWith(MARK) === true;

function withoutHooks(settings: Settings): Settings {
  if (settings.hooks === undefined) return settings;
  const kept = Object.entries(settings.hooks).flatMap(([event, entries]) => {
    const left = entries.filter(({ hooks = [] }) => hooks.length === 0 || !hooks.every(isOwn));
    return left.length === 0 ? [] : [[event, left] as const];
  });
  const { hooks: _hooks, ...rest } = settings;
  return kept.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(kept) };
}

function withHooks(settings: Settings, added: NonNullable<Settings['hooks']>): Settings {
  const hooks = { ...settings.hooks };
  for (const [event, entries] of Object.entries(added)) hooks[event] = [...(hooks[event] ?? []), ...entries];
  return { ...settings, hooks };
}

function readSettings(file: string): Settings {
  if (!existsSync(file)) return {};
  try {
    return unchangedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new SekishoError(
      'AGENTS-E-INPUT-INVALID',
      `${file} cannot be read as the settings of a client. Correct it first.`,
      { cause },
    );
  }
}

/** Shows the new lines of a file and writes it after a confirmation. The old file stays as a backup. */
async function change(call: Invocation, file: string, settings: Settings): Promise<number> {
  const { host } = call;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = Object.keys(settings).length === 0 ? '' : `${JSON.stringify(settings, null, 2)}\n`;
  if (JSON.stringify(readSettings(file)) === JSON.stringify(settings)) {
    call.report(
      { file, changed: false },
      { en: `${file} needs no change.`, ja: `${file} の変更は不要です。` },
    );
    return EXIT.ok;
  }
  if (!call.isJson) host.print([file, ...differences(before, after)].join('\n'));
  if (!call.flag('yes')) {
    if (!host.terminal || call.isJson) {
      call.say({
        en: 'Nothing was written. Pass --yes to write it.',
        ja: '書き込んでいません。--yes を付けると書き込みます。',
      });
      return EXIT.failed;
    }
    const { confirm } = await import('../commands/browse-inbox.ts');
    if (!(await confirm(call, host.terminal, { en: 'Write this change?', ja: 'この変更を書き込みますか。' })))
      return EXIT.failed;
  }
  mkdirSync(dirname(file), { recursive: true });
  if (before !== '') copyFileSync(file, `${file}.before-sekisho`);
  if (after === '') rmSync(file, { force: true });
  else writeFileSync(file, after);
  call.report({ file, changed: true }, { en: `Written: ${file}`, ja: `書き込みました: ${file}` });
  return EXIT.ok;
}

function differences(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `- ${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}
