import { mask } from '../../audit/mask.ts';
import { canonicalJson } from '../../checks/canonical-json.ts';
import type { AuditEvent } from '../../wire/execution-log.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { AuthorityFinding } from './authority-finding.ts';
import type { RunRecords } from './run-records.ts';

/** Compares the row of a run with its records. A row with an earlier state would allow a run to be resumed twice. */
export function checkRun(run: RunRecord, records: RunRecords): AuthorityFinding[] {
  const why = problemOf(run, records);
  return why === undefined ? [] : [{ kind: 'run', run_id: records.runId, id: run.run_id, why }];
}

/** Returns whether the log contains the end of the run. */
export const hasEnded = (records: RunRecords) => endOf(records) !== undefined;

function problemOf(run: RunRecord, records: RunRecords): string | undefined {
  const { status, segment, epoch } = run;
  const has = (event: AuditEvent, fits: (attempt: number) => boolean) =>
    records.of(event).some(({ attempt }) => fits(attempt));
  const [started] = records.of('run.started');
  if (!started) return 'was never started according to the audit log';
  if (canonicalJson(mask(run.agent_name)) !== canonicalJson(started.data['agent']))
    return 'names another agent than the one that was recorded';
  const end = endOf(records);
  if (end !== undefined) return end === status ? undefined : `is ${status}, but was recorded as ${end}`;
  if (status !== 'suspended' && status !== 'running') return `is ${status}, but no end was recorded`;
  if (has('run.resumed', (attempt) => attempt > segment))
    return 'was resumed since according to the audit log';
  if (has('run.recovered', (attempt) => attempt >= epoch))
    return 'was taken over since according to the audit log';
  if (segment > 0 && !has('run.resumed', (attempt) => attempt === segment))
    return `is at its wait ${segment}, but no such continuation was recorded`;
  const waited = has('run.suspended', (attempt) => attempt >= segment);
  const parked = has('tool.unknown', (attempt) => attempt === epoch);
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
