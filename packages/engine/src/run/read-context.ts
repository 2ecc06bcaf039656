import { randomInt } from 'node:crypto';
import { personFields, requireReader } from '../approval/requests/approval-reading.ts';
import { openCall } from '../approval/requests/sealed-call.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { EngineContext } from '../durable/engine-context.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { pagesOf } from '../store/page-request.ts';
import { stepsOfSegments } from '../store/steps-of-segments.ts';
import { CONTEXT_STEPS, type RunRecord, type StepRecord } from '../store/run-record.ts';
import { descriptionSchema } from '../turn/kept-context.ts';
import type { Approver } from '../wire/human-approval-request.ts';
import type { ContextReading, RunDescription } from '../wire/context-reading.ts';
import { ContextBuilder } from './build-context.ts';

/** Reads the context of runs of any application for people, and what the runs are about. */
export class ContextReader {
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** Returns what these runs are about, without recording an access. */
  async describe(runIds: readonly string[]): Promise<ReadonlyMap<string, RunDescription>> {
    const { store } = this.#context;
    const listed = await store.listContextSteps?.(runIds);
    const steps = listed ?? (await Promise.all(runIds.map((runId) => store.getSteps(runId, 0)))).flat();
    const found = new Map<string, RunDescription>();
    for (const step of steps) {
      if (!CONTEXT_STEPS.some((name) => name === step.name)) continue;
      const { requester = null, task = null } = descriptionSchema.parse(JSON.parse(this.#open(step)));
      const known = found.get(step.run_id);
      found.set(step.run_id, {
        requester: known?.requester ?? requester,
        task: known?.task ?? task,
      });
    }
    return found;
  }

  /** Returns the context of a run after recording who reads it, and for which approval request. */
  async read(
    runId: string,
    { by, approvalId }: { readonly by: Approver; readonly approvalId?: string | undefined },
  ): Promise<ContextReading> {
    requireReader(by);
    const { store } = this.#context;
    const run = await store.getRun(runId);
    if (!run) throw new SekishoError('AGENTS-E-RUN-STATE', `There is no run "${runId.slice(0, 128)}".`);
    const context = await this.#build(run);
    const details = {
      ...(approvalId === undefined ? {} : { approval_id: approvalId }),
      ...personFields(by),
      entries: context.entries.length,
    };
    // A random number, so that two readings in the same millisecond are both recorded.
    const head = { run_id: runId, event: 'context.viewed', attempt: randomInt(2 ** 47) } as const;
    await store.commit([{ kind: 'log.append', record: auditRecord(head, details) }]);
    return context;
  }

  async #build(run: RunRecord): Promise<ContextReading> {
    const { store, keyring, integration } = this.#context;
    const { run_id: runId } = run;
    const [records, effects, described] = await Promise.all([
      store.queryLogs({ runId, events: EVENTS, limit: MAX_RECORDS }),
      store.getEffects(runId),
      this.describe([runId]),
    ]);
    const about = described.get(runId) ?? { requester: null, task: null };
    const builder = new ContextBuilder({ run, about, keyring, readStep: integration.readStep });
    for await (const steps of stepsOfSegments(store, runId, { last: run.segment }))
      for (const step of steps) builder.addStep(step, step.value === '' ? undefined : this.#open(step));
    for (const effect of effects) builder.addEffect(effect);
    for await (const approvals of pagesOf((cursor) => store.listApprovals({ run_id: runId, cursor })))
      for (const approval of approvals) {
        const sealed = approval.args_sealed === undefined ? undefined : openCall(keyring, approval).args;
        builder.addInput(approval.call_key, sealed ?? undefined);
      }
    for (const record of records) builder.addRecord(record);
    return builder.build();
  }

  #open({ run_id, segment, name, value }: StepRecord): string {
    return this.#context.keyring.open(Buffer.from(value, 'base64'), `step:${run_id}:${segment}:${name}`);
  }
}

const EVENTS = [
  'gate.decision',
  'approval.requested',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
  'approval.approved',
  'tool.start',
  'tool.result',
  'tool.unknown',
] as const;
const MAX_RECORDS = 10_000;
