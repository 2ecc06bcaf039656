import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '@sekisho/engine';
import { examine, ok, problem, type Check } from '@sekisho/engine/integration';
import { EXIT, type Invocation } from '../command.ts';
import { codexHooks, isTrusted } from './codex-trust.ts';
import { MARK, ownHooks, parseSettings, type OwnHook } from './edit-settings.ts';
import { readText, residentFolder } from './install.ts';
import { CLOSED } from './opencode-plugin.ts';
import { CLIENTS, type Client } from './replies.ts';
import { codexFolder, opencodeFolder, TARGETS } from './targets.ts';
import { isUp } from './up.ts';

/** `sekisho hook status`: which clients have the hooks, and whether the resident process runs. */
export async function hookStatusCommand(call: Invocation): Promise<number> {
  const report = await examine(hookChecks(call, true));
  const lines = (language: 'en' | 'ja') =>
    report.findings
      .map(({ id, found, remedy }) => `${id}: ${found[language]}${remedy ? ` ${remedy[language]}` : ''}`)
      .join('\n');
  call.report(report, { en: lines('en'), ja: lines('ja') });
  return report.ok ? EXIT.ok : EXIT.found;
}

/** The checks of hooks for `doctor`. Clients without a hook are listed only on request. */
export function hookChecks(call: Invocation, all = false): Record<string, Check> {
  return Object.fromEntries(
    CLIENTS.map((client) => [`hook.${client}`, () => checkClient(call, client, all)]),
  );
}

/** A problem of the installed hooks. An error means that calls can start without a decision, or that none can start. */
interface Problem {
  readonly level: 'error' | 'warning';
  readonly en: string;
  readonly ja: string;
  /** What to do, if it is not to install the hooks again. */
  readonly remedy?: { readonly en: string; readonly ja: string };
}

async function checkClient(call: Invocation, client: Client, all: boolean): Promise<Finding[]> {
  const target = TARGETS[client];
  const { title, isTested, open } = target;
  const id = `hook.${client}`;
  const file = target.file(call.host);
  const problems = client === 'opencode' ? opencodeProblems(call) : settingsProblems(call, client);
  if (!problems) return all ? [ok(id, file, { en: 'not installed', ja: '未設定です。' })] : [];
  if (open)
    problems.push({
      level: 'warning',
      en: `${title} starts a tool ${open.en}.`,
      ja: `${open.ja}、${title} はツールを実行します。`,
      remedy: {
        en: 'Put tools with severe effects behind sekisho proxy, which owns the execution.',
        ja: '影響の大きいツールは、実行そのものを管理する sekisho proxy の後ろに置いてください。',
      },
    });
  if (!isTested)
    problems.push({
      level: 'warning',
      en: `The hooks follow the documentation of ${title} and have not been run in it.`,
      ja: `このフックは ${title} の公式文書に基づくもので、実際のクライアントでは未検証です。`,
      remedy: {
        en: 'Try a command that you did not ask for, and check that it waits.',
        ja: '依頼していないコマンドが承認待ちになることを確かめてください。',
      },
    });
  if (!(await isUp(residentFolder(call))))
    problems.push({
      level: 'error',
      en: 'The resident process is not running, so every call is denied.',
      ja: '常駐プロセスが動いていないため、すべての呼び出しが拒否されます。',
      remedy: { en: 'Run: sekisho up', ja: 'sekisho up を実行してください。' },
    });
  if (problems.length === 0)
    return [
      ok(id, file, {
        en: 'installed, and the resident process replies',
        ja: '設定済みで、常駐プロセスも応答しています。',
      }),
    ];
  const again = {
    en: `Run: sekisho hook install ${client}`,
    ja: `sekisho hook install ${client} を実行してください。`,
  };
  return problems.map(({ level, en, ja, remedy = again }) =>
    problem(level, id, file, { en, ja, remedy: remedy.en, remedy_ja: remedy.ja }),
  );
}

/** Returns the problems of hooks in the settings of a client, and undefined without any hook. */
function settingsProblems(call: Invocation, client: Client): Problem[] | undefined {
  const { title, file: fileOf, before, others, failClosed } = TARGETS[client];
  const file = fileOf(call.host);
  const { hooks = {}, ...settings } = parseSettings(readText(file), file);
  const own = ownHooks({ hooks });
  if (own.length === 0) return undefined;
  const problems: Problem[] = [];
  const missing = [before, ...others].filter((event) => !own.some((each) => each.event === event));
  if (missing.length > 0)
    problems.push({
      level: missing.includes(before) ? 'error' : 'warning',
      en: `The hooks of these events are missing: ${missing.join(', ')}.`,
      ja: `次のイベントのフックがありません: ${missing.join('、')}。`,
    });
  if (settings['disableAllHooks'] === true)
    problems.push({
      level: 'error',
      en: `${title} does not run hooks, because its settings contain "disableAllHooks".`,
      ja: `設定に "disableAllHooks" があるため、${title} はフックを実行しません。`,
      remedy: { en: 'Remove this setting.', ja: 'この設定を削除してください。' },
    });
  const gate = own.find(({ event }) => event === before);
  const isOpen = Object.entries(failClosed).some(([field, value]) => gate?.handler[field] !== value);
  if (gate && (isOpen || !failsClosed(gate)))
    problems.push({
      level: 'error',
      en: `${title} starts a tool when this hook fails.`,
      ja: `このフックが失敗すると ${title} はツールを実行してしまいます。`,
    });
  if (client === 'codex') {
    const config = readText(join(codexFolder(call.host), 'config.toml'));
    const isUntrusted = codexHooks(file, hooks).some(
      (hook) => hook.command.endsWith(MARK) && !isTrusted(config, hook),
    );
    if (isUntrusted)
      problems.push({
        level: 'error',
        en: 'Codex does not trust these hooks, so it skips them without a message and starts every tool.',
        ja: 'Codex がこのフックを信頼していないため、通知なしに無視し、すべてのツールを実行します。',
      });
  }
  return problems;
}

/** Runs the command of a hook with an incomplete event. It has to be denied, whether or not the resident process runs. */
function failsClosed({ event, handler: { command, bash } }: OwnHook): boolean {
  const text = command ?? bash;
  if (text === undefined) return true;
  const input = JSON.stringify({ hook_event_name: event, session_id: 'doctor' });
  const { status } = spawnSync('/bin/sh', ['-c', text], {
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 20_000,
  });
  return status === 2;
}

/** Returns the problems of the plugin for opencode, and undefined without it. */
function opencodeProblems(call: Invocation): Problem[] | undefined {
  const plugin = readText(TARGETS.opencode.file(call.host));
  const folder = opencodeFolder(call.host);
  const files = ['opencode.jsonc', 'opencode.json'].map((name) => join(folder, name));
  const isClosed = files.some((file) =>
    isDeepStrictEqual(parseSettings(readText(file), file)['permission'], CLOSED),
  );
  if (plugin === '')
    return isClosed
      ? [
          {
            level: 'error',
            en: 'The plugin is missing, so opencode denies every tool.',
            ja: 'プラグインがないため、opencode はすべてのツールを拒否します。',
          },
        ]
      : undefined;
  if (isClosed) return [];
  return [
    {
      level: 'error',
      en: 'opencode starts every tool when it cannot load the plugin, because its configuration does not deny them.',
      ja: '設定で拒否していないため、プラグインを読み込めないと opencode はすべてのツールを実行します。',
    },
  ];
}
