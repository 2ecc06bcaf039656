import { mask } from '../../audit/mask.ts';
import { canonicalJson } from '../../checks/digest.ts';
import type { EffectRecord, RunRecord } from '../../store/run-record.ts';
import type { AuditEvent, ExecutionLog } from '../../wire/execution-log.ts';
import { compareRows, type AuthorityFinding } from './authority-finding.ts';
import { textIn, type RunRecords } from './run-records.ts';

/** Compares the row of a run with its records. A row with an earlier state would allow a run to be resumed twice. */
export function checkRun(run: RunRecord, records: RunRecords): AuthorityFinding[] {
  const why = runProblem(run, records);
  return why === undefined ? [] : [{ kind: 'run', run_id: records.runId, id: run.run_id, why }];
}

/** Returns whether the log contains the end of the run. */
export const hasEnded = (records: RunRecords) => endOf(records) !== undefined;

function runProblem(run: RunRecord, records: RunRecords): string | undefined {
  const { status } = run;
  const [started] = records.of('run.started');
  if (!started) return 'was never started according to the audit log';
  if (canonicalJson(mask(run.agent_name)) !== canonicalJson(started.data['agent']))
    return 'names another agent than the one that was recorded';
  const end = endOf(records);
  if (end !== undefined) return end === status ? undefined : `is ${status}, but was recorded as ${end}`;
  if (status !== 'suspended' && status !== 'running') return `is ${status}, but no end was recorded`;
  return progressProblem(run, records);
}

/** Compares the wait and the owner of a run that has not ended with its records. */
function progressProblem({ status, segment, epoch }: RunRecord, records: RunRecords): string | undefined {
  const has = (event: AuditEvent, fits: (attempt: number) => boolean) =>
    records.of(event).some(({ attempt }) => fits(attempt));
  if (has('run.resumed', (attempt) => attempt > segment))
    return 'was resumed since according to the audit log';
  if (has('run.recovered', (attempt) => attempt >= epoch))
    return 'was taken over since according to the audit log';
  if (segment > 0 && !has('run.resumed', (attempt) => attempt === segment))
    return `is at its wait ${segment}, but no such continuation was recorded`;
  const waited = has('run.suspended', (attempt) => attempt >= segment);
  // After a crash the run waits with the request; while its process is alive, the run continues.
  const parked = records
    .of('tool.unknown')
    .some(({ attempt, data }) => attempt === epoch && data['active'] !== true);
  if (status === 'suspended') return waited || parked ? undefined : 'waits, but no wait was recorded';
  return waited || parked ? 'is running, but the audit log says that it waits' : undefined;
}

const END_STATUS: readonly (readonly [AuditEvent, RunRecord['status']])[] = [
  ['run.finished', 'done'],
  ['run.denied', 'denied'],
  ['run.failed', 'failed'],
];

function endOf(records: RunRecords): RunRecord['status'] | undefined {
  return END_STATUS.find(([event]) => records.of(event).length > 0)?.[1];
}

/** Compares the calls that a run has started with its records, in both directions. */
export function checkEffects(effects: readonly EffectRecord[], records: RunRecords): AuthorityFinding[] {
  const starts = lastByCall(records.of('tool.start'));
  const stored = [...starts].filter(
    ([, start]) => start.data['effect_row'] === true && !MAY_BE_FORGOTTEN.has(settledAs(start, records)),
  );
  return compareRows(
    { kind: 'effect', run_id: records.runId },
    {
      rows: effects,
      idOf: ({ call_key }) => call_key,
      problemOf: (effect) => effectProblem(effect, starts.get(effect.call_key), records),
      recorded: stored.map(([key]) => key),
      missing: 'was started according to the audit log, but its row is missing',
    },
  );
}

function effectProblem(
  effect: EffectRecord,
  start: ExecutionLog | undefined,
  records: RunRecords,
): string | undefined {
  if (!start) return 'was never started according to the audit log';
  if (start.attempt !== effect.epoch || start.data['effect'] !== effect.effect || argsDiffer(effect, start))
    return 'is not the call that was recorded';
  const settled = settledAs(start, records);
  if (settled === 'unrecorded') return undefined;
  const expected = settled === undefined ? plainStatus(start, records) : STATUS_AFTER[settled];
  // The result is sealed for this call, so a row with a result cannot have been created without the key.
  if (expected === 'started' && effect.status === 'done' && effect.result !== null) return undefined;
  return expected === effect.status ? undefined : `is ${effect.status}, but the audit log says ${expected}`;
}

const MAY_BE_FORGOTTEN: ReadonlySet<string | undefined> = new Set(['retry', 'unrecorded']);

const STATUS_AFTER: Readonly<Record<string, string>> = {
  done: 'done',
  retry: 'forgotten',
  abort: 'unknown',
  open: 'unknown',
};

/** Returns the expected status of a call that no crash interrupted. */
const plainStatus = (start: ExecutionLog, records: RunRecords) =>
  records
    .of('tool.result')
    .some(({ tool_call_id: key, attempt }) => key === start.tool_call_id && attempt === start.attempt)
    ? 'done'
    : 'started';

/**
 * Returns the recorded outcome of a call that a crash interrupted, `open` before a person reported it, or undefined
 * without a crash.
 */
function settledAs(start: ExecutionLog, records: RunRecords): string | undefined {
  const lost = records
    .of('tool.unknown')
    .findLast(({ tool_call_id: key, seq }) => key === start.tool_call_id && seq > start.seq);
  if (!lost) return undefined;
  const reported = records
    .of('approval.approved', 'approval.denied')
    .findLast(({ tool_call_id: key, seq }) => key === start.tool_call_id && seq > lost.seq);
  if (!reported) return 'open';
  // Version 0.1 recorded the outcome only as a comment, which the person could replace.
  return textIn(reported, 'outcome') ?? 'unrecorded';
}

function argsDiffer({ args_digest }: EffectRecord, start: ExecutionLog): boolean {
  const recorded = textIn(start, 'args_digest');
  return recorded !== undefined && recorded !== args_digest;
}

/** Returns the latest start record of each call. */
export function lastByCall(records: readonly ExecutionLog[]): ReadonlyMap<string, ExecutionLog> {
  return new Map(records.map((record) => [record.tool_call_id, record]));
}
