import type { ExecutionLog } from '../wire/execution-log.ts';
import { permissionFinding, type PermissionFinding } from './permission-finding.ts';
import { RunPermissions } from './run-permissions.ts';

/** Reports whether every execution in the log has its permission in the log. */
export interface PermissionReport {
  /** The first record of a version that records permissions; undefined when only older versions wrote the log. */
  readonly from?: number | undefined;
  /** The number of executions whose permission was found. */
  readonly checked: number;
  /**
   * The number of executions that cannot be checked, because their permission is in an archive, before `from`, or in a
   * declared gap.
   */
  readonly unchecked: number;
  /** The number of faults. `findings` contains the first ones. */
  readonly faults: number;
  readonly findings: readonly PermissionFinding[];
}

const MAX_FINDINGS = 100;
/**
 * Ended runs that are remembered, because late records of reads may follow the end of their run while the store
 * recovers.
 */
const ENDED_RUNS = 1_000;

/**
 * Matches every `tool.start` to the decision, approval or grant before it, in the order of the records. It stores the
 * permissions of open runs and removes them when the run ends, so its memory does not grow with the log.
 */
export class PermissionCheck {
  readonly #runs = new Map<string, RunPermissions>();
  readonly #ended = new Set<string>();
  readonly #findings: PermissionFinding[] = [];
  readonly #beginsInTheMiddle: boolean;
  #from: number | undefined;
  #checked = 0;
  #unchecked = 0;
  #faults = 0;

  /**
   * `startSeq` is the record before the first one that is read. `from` is set if the log may lack a version
   * record.
   */
  constructor(startSeq: number, from?: number) {
    this.#beginsInTheMiddle = startSeq > 0;
    this.#from = from;
  }

  get report(): PermissionReport {
    return {
      from: this.#from,
      checked: this.#checked,
      unchecked: this.#unchecked,
      faults: this.#faults,
      findings: this.#findings,
    };
  }

  read(record: ExecutionLog): void {
    const { run_id: runId, event, data } = record;
    if (declaresPermissions(record)) this.#from ??= record.seq;
    if (event === 'audit.gap' && Number(data['dropped_records'] ?? 0) > 0) {
      for (const run of this.#runs.values()) run.lostReads = true;
    }
    if (event === 'key.rotated') for (const run of this.#runs.values()) run.forgetDigests();
    if (runId === '') return;
    if (event === 'run.started') this.#runs.set(runId, new RunPermissions(this.#from === undefined));
    const run = this.#runOf(record);
    if (run) this.#judge(record, run);
    if (ENDS.has(event)) this.#end(runId);
  }

  #judge(record: ExecutionLog, run: RunPermissions): void {
    const verdict = run.read(record);
    const isStart = record.event === 'tool.start';
    if (verdict === 'fits') this.#checked += isStart ? 1 : 0;
    else if (verdict === 'unknown') this.#unchecked += isStart ? 1 : 0;
    else this.#find(permissionFinding(record, verdict.fault, verdict.subject));
  }

  #runOf(record: ExecutionLog): RunPermissions | undefined {
    const { run_id: runId, event, data } = record;
    const known = this.#runs.get(runId);
    if (known) return known;
    if (this.#ended.has(runId)) {
      if (event !== 'tool.start') return undefined;
      // The read was recorded late, while the store recovered.
      if (data['effect'] === 'read') this.#unchecked += 1;
      else this.#find(permissionFinding(record, 'start-after-end', toolOf(record)));
      return undefined;
    }
    const run = new RunPermissions(this.#beginsInTheMiddle || this.#from === undefined);
    // Decisions of ended runs need no state. Only a start shows that the beginning of a run is missing.
    if (run.isPartial || event === 'tool.start') {
      this.#runs.set(runId, run);
      return run;
    }
    return undefined;
  }

  #end(runId: string): void {
    this.#runs.delete(runId);
    this.#ended.add(runId);
    if (this.#ended.size <= ENDED_RUNS) return;
    const [oldest] = this.#ended;
    if (oldest !== undefined) this.#ended.delete(oldest);
  }

  #find(finding: PermissionFinding): void {
    this.#faults += 1;
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding);
  }
}

const ENDS: ReadonlySet<ExecutionLog['event']> = new Set(['run.finished', 'run.denied', 'run.failed']);

const toolOf = ({ data }: ExecutionLog) => (typeof data['tool'] === 'string' ? data['tool'] : 'a tool');

/** The log version from which on `tool.start` records name their permission. */
export const LOG_VERSION = 2;

/**
 * Returns whether the record states the version. Checkpoints repeat it for a log that begins after the version record.
 */
function declaresPermissions({ event, data }: ExecutionLog): boolean {
  if (event !== 'audit.version' && event !== 'audit.checkpoint') return false;
  return typeof data['log_version'] === 'number' && data['log_version'] >= LOG_VERSION;
}
