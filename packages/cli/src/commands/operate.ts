import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SekishoError, type SegmentOutcome, type WorkerHandle, type WorkerOptions } from '@sekisho/engine';
import {
  measureQueue,
  positiveInteger,
  type AcceptedRestore,
  type RestoreAcceptance,
} from '@sekisho/engine/integration';
import type { StopSwitch } from '@sekisho/engine';
import { z } from 'zod';
import type { Invocation } from '../command.ts';
import { withParts } from '../open-parts.ts';

/** The parts of a runner that commands use. The package `sekisho` creates runners; this package does not load it. */
interface Runner {
  readonly segments: { work(options: WorkerOptions): Promise<WorkerHandle> };
  readonly stops: StopSwitch;
  inspect(): { readonly application: string; readonly agents: readonly string[] };
  acceptRestore(acceptance: RestoreAcceptance): Promise<AcceptedRestore>;
  close(): Promise<void>;
}

const hasFunctions = (value: unknown, ...names: readonly string[]) =>
  names.every((name) => typeof Object(value)[name] === 'function');
const moduleSchema = z.object({
  runner: z.custom<Runner>(
    (value) =>
      hasFunctions(value, 'inspect', 'acceptRestore', 'close') &&
      hasFunctions(Object(value).segments, 'work') &&
      hasFunctions(Object(value).stops, 'stop', 'start', 'list'),
  ),
});

/** `sekisho worker MODULE`: executes the runs of the runner that the module exports. */
export async function workerCommand(call: Invocation): Promise<void> {
  const { host, positionals } = call;
  await withRunner(call, positionals[0] ?? '', async (runner) => {
    const log = (event: object) => host.print(JSON.stringify({ at: new Date().toISOString(), ...event }));
    const worker = await runner.segments.work({
      concurrency: positiveInteger('--concurrency', call.text('concurrency'), 8),
      pollMs: positiveInteger('--poll', call.text('poll'), 1000),
      onOutcome: (run_id, outcome) => log({ event: 'segment', run_id, ...outcomeFields(outcome) }),
      onError: (error) => log({ event: 'error', message: messageOf(error) }),
    });
    const { application, agents } = runner.inspect();
    log({ event: 'working', application, agents });
    await host.stopped;
    log({ event: 'draining', running: worker.status.running.length });
    await worker.stop();
    log({ event: 'stopped' });
  });
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

/** `sekisho accept-restore`: lets this machine write again after its store was restored from a backup. */
export async function acceptRestoreCommand(call: Invocation): Promise<void> {
  const reason = requireReason(call);
  await withOperator(call, async ({ acceptRestore }) => {
    const accepted = await acceptRestore({ by: call.by, reason });
    const { from, to } = accepted;
    call.report(accepted, {
      en: `Accepted: the log continues after record ${to.seq}; this machine had seen ${from ? `record ${from.seq}` : 'a mark that is not signed'}.`,
      ja: `復元を受け入れました。ログは記録 ${to.seq} の後から続きます（確認済み: ${from ? `記録 ${from.seq}` : '署名のないマーク'}）。`,
    });
  });
}

/** `sekisho stop`: stops calls in every process that uses the store. */
export const stopCommand = (call: Invocation) =>
  changeStops(call, 'stop', {
    en: 'Stopped. No covered call starts after one second; running calls finish.',
    ja: '停止しました。1 秒後からは対象の呼び出しは開始されません。実行中の呼び出しは完了します。',
  });

/** `sekisho start`: lifts a stop. */
export const startCommand = (call: Invocation) =>
  changeStops(call, 'start', { en: 'Started again.', ja: '停止を解除しました。' });

async function changeStops(
  call: Invocation,
  change: 'stop' | 'start',
  text: { readonly en: string; readonly ja: string },
): Promise<void> {
  const reason = requireReason(call);
  const target = { agent: call.text('agent'), tool: call.text('tool') };
  await withOperator(call, async ({ stops }) => {
    await stops[change]({ ...target, by: call.by, reason });
    call.report({ change, ...target, by: call.by.id, reason }, text);
  });
}

/** `sekisho status`: what waits, what is stopped, and how long the log is. */
export async function statusCommand(call: Invocation): Promise<void> {
  const [file] = call.positionals;
  if (file !== undefined) {
    await withRunner(call, file, async ({ stops }) => {
      for (const stop of await stops.list()) call.host.print(JSON.stringify(stop));
    });
    return;
  }
  await withParts(call, async ({ context }, place) => {
    const { store, approvals, stops, clock } = context;
    const [pending, last, queue, active] = await Promise.all([
      approvals.listPending(),
      store.lastLog(),
      measureQueue(store, clock()),
      stops.list(),
    ]);
    const status = {
      store: place,
      pending_approvals: pending.length,
      audit_records: last?.seq ?? 0,
      queue,
      stops: active,
    };
    const stopped = active.map(
      ({ agent, tool, by, reason }) => `  ${agent ?? tool ?? '*'}: ${by}, ${reason}`,
    );
    call.report(status, {
      en: [
        `Store: ${place}`,
        `Pending approval requests: ${pending.length}`,
        `Audit records: ${status.audit_records}`,
        `Runs that wait for a worker: ${queue.waiting}; orphaned: ${queue.abandoned}`,
        `Stops: ${active.length}`,
        ...stopped,
      ].join('\n'),
      ja: [
        `ストア: ${place}`,
        `保留中の承認依頼: ${pending.length} 件`,
        `監査記録: ${status.audit_records} 件`,
        `ワーカー待ちの実行: ${queue.waiting} 件、所有者のない実行: ${queue.abandoned} 件`,
        `停止: ${active.length} 件`,
        ...stopped,
      ].join('\n'),
    });
  });
}

/** Uses the runner of a module if one is named, and otherwise the store. */
async function withOperator(
  call: Invocation,
  use: (operator: Pick<Runner, 'stops' | 'acceptRestore'>) => Promise<void>,
): Promise<void> {
  const [file] = call.positionals;
  if (file === undefined)
    await withParts(call, ({ context, audit }) =>
      use({ stops: context.stops, acceptRestore: (acceptance) => audit.acceptRestore(acceptance) }),
    );
  else
    await withRunner(call, file, (runner) =>
      use({ stops: runner.stops, acceptRestore: (acceptance) => runner.acceptRestore(acceptance) }),
    );
}

async function withRunner(
  call: Invocation,
  file: string,
  use: (runner: Runner) => Promise<void>,
): Promise<void> {
  const { host } = call;
  const path = resolve(host.cwd, file);
  const module = await host.importModule(pathToFileURL(path).href).catch((error: unknown) => {
    if (existsSync(path)) throw error;
    throw new SekishoError('AGENTS-E-RUNNER-CONFIG', `There is no file ${file}.`, { cause: error });
  });
  const parsed = moduleSchema.safeParse({ runner: Reflect.get(module, 'runner') });
  if (!parsed.success)
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      `${file} must export a runner: export const runner = createRunner({ …, agents: [...] }).`,
    );
  const { runner } = parsed.data;
  try {
    await use(runner);
  } finally {
    await runner.close();
  }
}

const requireReason = (call: Invocation) =>
  call.requireText('reason', {
    en: 'State the reason. The audit log records it with your name (--by).',
    ja: '理由を指定してください。監査ログに担当者（--by）とともに記録します。',
  });

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
