import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { SekishoError } from '@sekisho/engine';
import { positiveInteger } from '@sekisho/engine/integration';
import { AgentRunner } from '../runner/agent-runner.ts';
import type { SegmentOutcome } from '@sekisho/engine';

/** The functions of the process that a command may use. */
export interface CommandHost {
  readonly print: (line: string) => void;
  /** Prints an error message to stderr, separate from machine-readable output. */
  readonly complain: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the process is requested to stop. */
  readonly stopped: Promise<void>;
  readonly importModule: (url: string) => Promise<object>;
}

const HELP = `sekisho proxy [options] -- <command of an MCP server>
    Puts the gate in front of MCP servers. "sekisho proxy --help" shows the options.
    MCP サーバーの前に関所を置きます。オプションは "sekisho proxy --help" で表示します。

sekisho worker <module> [--concurrency 8] [--poll 1000]
    Carries out the runs that wait for a worker. The module exports \`runner\`.
    実行待ちのランを処理します。モジュールは \`runner\` を export してください。
    SIGTERM: claims no further runs, finishes the active ones, then exits. / 新規受付を止め、処理中のランを終えてから終了します。

sekisho accept-restore <module> --by <name> --reason <text>
    Lets this machine write again after the store was restored from a backup, and records who accepted that and why.
    バックアップからストアを復元した後、このマシンからの書き込みを再び許可し、承認者と理由を記録します。

sekisho stop <module> [--agent <name> | --tool <id>] --by <name> --reason <text>
    Stops all tool calls, or those of an agent or a tool, in every process that uses the store. Running calls finish.
    ストアを使うすべてのプロセスで、ツール呼び出し全体、または特定のエージェントかツールを停止します。実行中の呼び出しは完了します。

sekisho start <module> [--agent <name> | --tool <id>] --by <name> --reason <text>
    Lifts such a stop. / その停止を解除します。

sekisho status <module>
    Prints the stops that are in force, one JSON object per line. / 有効な停止を 1 行 1 件の JSON で表示します。
`;

const COMMANDS: Readonly<Record<string, typeof workerCommand>> = {
  proxy: async (args, host) => (await import('@sekisho/proxy')).runProxyCommand(args, host),
  worker: workerCommand,
  'accept-restore': acceptRestoreCommand,
  stop: (args, host) => stopCommand('stop', args, host),
  start: (args, host) => stopCommand('start', args, host),
  status: statusCommand,
};

/** Runs a command and returns the exit code. */
export async function runCli(args: readonly string[], host: CommandHost): Promise<number> {
  const [command, ...rest] = args;
  const run = command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  // The proxy has its own help, and what follows "--" belongs to the server that it starts.
  if (run && (command === 'proxy' || !rest.some(asksForHelp))) {
    try {
      return await run(rest, host);
    } catch (error) {
      host.complain(messageOf(error));
      return 1;
    }
  }
  const isAsked = command === undefined || command === 'help' || args.some(asksForHelp);
  if (isAsked) host.print(HELP);
  else host.complain(HELP);
  return isAsked ? 0 : 2;
}

const asksForHelp = (word: string) => word === '--help' || word === '-h';

/**
 * Runs `sekisho worker <module>`: executes the runs of the runner that the module exports until the process is
 * requested to stop.
 */
async function workerCommand(args: readonly string[], host: CommandHost): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { concurrency: { type: 'string' }, poll: { type: 'string' } },
  });
  const [file, second] = positionals;
  if (file === undefined) {
    host.complain('Pass the module that exports the runner: sekisho worker ./agents.js');
    return 2;
  }
  if (second !== undefined) {
    host.complain(`A worker accepts one module. Start another worker for ${second}.`);
    return 2;
  }
  const runner = await loadRunner(file, host);
  try {
    await work(runner, values, host);
  } finally {
    await runner.close();
  }
  return 0;
}

async function work(
  runner: AgentRunner,
  values: { concurrency?: string | undefined; poll?: string | undefined },
  host: CommandHost,
): Promise<void> {
  const log = (event: object) => host.print(JSON.stringify({ at: new Date().toISOString(), ...event }));
  const worker = await runner.segments.work({
    concurrency: positiveInteger('--concurrency', values.concurrency, 8),
    pollMs: positiveInteger('--poll', values.poll, 1000),
    onOutcome: (run_id, outcome) => log({ event: 'segment', run_id, ...outcomeFields(outcome) }),
    onError: (error) => log({ event: 'error', message: messageOf(error) }),
  });
  const { application, agents } = runner.inspect();
  log({ event: 'working', application, agents });
  await host.stopped;
  log({ event: 'draining', running: worker.status.running.length });
  await worker.stop();
  log({ event: 'stopped' });
}

function outcomeFields(outcome: SegmentOutcome): object {
  switch (outcome.kind) {
    case 'asked':
      return { outcome: 'asked', approvals: outcome.approvals.map(({ approval_id: id }) => id) };
    case 'failed':
      return { outcome: 'failed', message: messageOf(outcome.error) };
    case 'done':
    case 'suspended':
    case 'elsewhere':
      return { outcome: outcome.kind };
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Runs `sekisho accept-restore <module>`, which allows this machine to write again after its store was restored from a
 * backup.
 */
async function acceptRestoreCommand(args: readonly string[], host: CommandHost): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  });
  const [file] = positionals;
  const { by, reason } = values;
  if (file === undefined || !by || !reason) {
    host.complain(
      'Pass the module, the person who accepts the restore and the reason: ' +
        'sekisho accept-restore ./agents.js --by mika --reason "disk failure, backup of 02:00"',
    );
    return 2;
  }
  const runner = await loadRunner(file, host);
  try {
    const { from, to } = await runner.acceptRestore({ by: { id: by }, reason });
    host.print(
      `Accepted: the log continues after record ${to.seq}; this machine had seen ${from ? `record ${from.seq}` : 'a mark that is not signed'}.\n` +
        `承認しました。ログは記録 ${to.seq} の後から続きます（確認済み: ${from ? `記録 ${from.seq}` : '署名のないマーク'}）。`,
    );
  } finally {
    await runner.close();
  }
  return 0;
}

/** Runs `sekisho stop <module>` and `sekisho start <module>`. */
async function stopCommand(
  command: 'stop' | 'start',
  args: readonly string[],
  host: CommandHost,
): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { agent: text, tool: text, by: text, reason: text },
  });
  const [file] = positionals;
  const { by, reason, agent, tool } = values;
  if (file === undefined || !by || !reason) {
    host.complain(
      `Pass the module, the person and the reason: sekisho ${command} ./agents.js --by mika --reason "wrong recipients"`,
    );
    return 2;
  }
  const runner = await loadRunner(file, host);
  try {
    await runner.stops[command]({ agent, tool, by: { id: by }, reason });
    host.print(
      command === 'stop'
        ? 'Stopped. No covered call starts after one second; running calls finish.\n停止しました。1 秒後からは対象の呼び出しは開始されません。実行中の呼び出しは完了します。'
        : 'Started again.\n停止を解除しました。',
    );
  } finally {
    await runner.close();
  }
  return 0;
}

/** Runs `sekisho status <module>`. */
async function statusCommand([file]: readonly string[], host: CommandHost): Promise<number> {
  if (file === undefined) {
    host.complain('Pass the module that exports the runner: sekisho status ./agents.js');
    return 2;
  }
  const runner = await loadRunner(file, host);
  try {
    for (const stop of await runner.stops.list()) host.print(JSON.stringify(stop));
  } finally {
    await runner.close();
  }
  return 0;
}

/** Imports a module and returns the runner that it exports. */
async function loadRunner(file: string, { importModule }: CommandHost): Promise<AgentRunner> {
  const module = await importModule(pathToFileURL(resolve(file)).href);
  const runner: unknown = Reflect.get(module, 'runner');
  if (runner instanceof AgentRunner) return runner;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${file} must export a runner: export const runner = createRunner({ …, agents: [...] }).`,
  );
}
