import { randomUUID } from 'node:crypto';
import { auditRecord } from '../audit/audit-record.ts';
import type { Authority } from '../approval/authority/authority.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { ExecutionLog } from '../wire/execution-log.ts';
import type { Approver } from '../wire/human-approval-request.ts';

/** What a stop covers: all calls, the calls of one agent, or the calls of one tool. */
export interface StopTarget {
  /** The name of the agent. */
  readonly agent?: string | undefined;
  /** The id of the tool, as in the audit log. */
  readonly tool?: string | undefined;
}

/** A change of the stop switch, with the person who makes it and the reason. */
export interface StopChange extends StopTarget {
  readonly by: Approver;
  readonly reason: string;
}

/** A stop that is in force. */
export interface Stop extends StopTarget {
  readonly by: string;
  readonly reason: string;
  readonly since: string;
}

/** The run id of the records of the stop switch, so that they are found without reading the rest of the log. */
const STOP_RUN_ID = 'stop-switch';
const POLL_MS = 300;
/** A call starts only if the stops were read within this time, so that a stop is effective within a second. */
const MAX_AGE_MS = 700;
/** Polling ends when no call was checked during this time. */
const IDLE_MS = 60_000;
const MAX_REASON_LENGTH = 2_000;

/**
 * Stops calls that have not started: all of them, or those of an agent or a tool. The audit log contains each change, so
 * a stop is durable and applies to every process that uses the store. While calls are decided, the changes are read
 * periodically; a call that finds an old reading waits for a new one.
 */
export class StopSwitch {
  readonly #authority: Authority;
  readonly #stops = new Map<string, Stop>();
  readonly #ids = new Set<string>();
  #lastSeq = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #usedAt = 0;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(authority: Authority) {
    this.#authority = authority;
  }

  /** Stops calls. When it resolves, the stop is durable; after one second no process starts a covered call. */
  stop(change: StopChange): Promise<void> {
    return this.#change('stop.set', change);
  }

  /** Lifts the stop of exactly this target. */
  start(change: StopChange): Promise<void> {
    return this.#change('stop.lifted', change);
  }

  /** Returns the stops that are in force, oldest first. */
  async list(): Promise<readonly Stop[]> {
    await this.#read();
    return [...this.#stops.values()];
  }

  /** Returns undefined if the stops were read recently, and otherwise a promise of a new reading. */
  ready(): Promise<void> | undefined {
    this.#usedAt = performance.now();
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS).unref();
    return this.#usedAt - this.#readAt <= MAX_AGE_MS ? undefined : this.#read();
  }

  /** Returns the stop that covers a call, or the runs of an agent if no tool is given. `ready` must be awaited before. */
  find(agent: string, tool?: string): Stop | undefined {
    if (this.#stops.size === 0) return undefined;
    return (
      this.#stops.get(keyOf({})) ??
      this.#stops.get(keyOf({ agent })) ??
      (tool === undefined ? undefined : this.#stops.get(keyOf({ tool })))
    );
  }

  /** Throws if the runs of this agent are stopped, so that a suspended run keeps its approvals and tokens. */
  async requireStarted(agent: string): Promise<void> {
    await this.ready();
    const stop = this.find(agent);
    if (stop === undefined) return;
    throw new SekishoError(
      'AGENTS-E-STOPPED',
      `${describeStop(stop).en} The run was not resumed; its decisions and tokens remain valid. Resume it after the stop is lifted.`,
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #poll(): void {
    if (performance.now() - this.#usedAt > IDLE_MS) this.close();
    // The next call waits for a new reading and reports the failure.
    else this.#read().catch(() => undefined);
  }

  #read(): Promise<void> {
    return (this.#reading ??= this.#readChanges().finally(() => {
      this.#reading = undefined;
    }));
  }

  async #readChanges(): Promise<void> {
    const begunAt = performance.now();
    const { store, elsewhere } = this.#authority;
    const query = { runId: STOP_RUN_ID, afterSeq: this.#lastSeq, limit: PAGE_SIZE };
    const records = await store.queryLogs(query).catch((cause: unknown) => {
      // Runs may continue without a log in another system (decision 0032). Then the last known stops apply.
      if (elsewhere.log) return [];
      throw new SekishoError('AGENTS-E-STORE', 'The stop switch cannot be read, so no call starts.', {
        cause,
      });
    });
    if (records.some(({ event }) => event === 'stop.lifted')) await this.#authority.ready();
    for (const record of records) this.#apply(record);
    if (records.length === PAGE_SIZE) return this.#readChanges();
    this.#readAt = begunAt;
  }

  /** Applies a record. A record that lifts a stop needs a valid MAC and a new id; a record that stops calls does not. */
  #apply(record: ExecutionLog): void {
    const { tool_call_id: id, event, data, timestamp: since, seq } = record;
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    const target = { agent: textOf(data['agent']), tool: textOf(data['tool']) };
    const isNew = !this.#ids.has(id);
    this.#ids.add(id);
    if (event === 'stop.set') {
      const stop = { ...target, by: textOf(data['by']) ?? '', reason: textOf(data['reason']) ?? '', since };
      this.#stops.set(keyOf(target), stop);
    } else if (
      event === 'stop.lifted' &&
      isNew &&
      this.#authority.isMac(macContent(id, target), textOf(data['mac']))
    )
      this.#stops.delete(keyOf(target));
  }

  async #change(event: 'stop.set' | 'stop.lifted', change: StopChange): Promise<void> {
    const { agent, tool, by, reason } = requireChange(change);
    await this.#authority.ready();
    await this.#read();
    if (event === 'stop.lifted' && !this.#stops.has(keyOf({ agent, tool })))
      throw new SekishoError(
        'AGENTS-E-INPUT-INVALID',
        `There is no stop of ${describeTarget({ agent, tool }).en}, so nothing was started. Lift a stop with its own target.`,
      );
    const id = randomUUID();
    const details = {
      ...(agent === undefined ? {} : { agent }),
      ...(tool === undefined ? {} : { tool }),
      by: by.id,
      reason: reason.slice(0, MAX_REASON_LENGTH),
      mac: this.#authority.mac(macContent(id, { agent, tool })),
    };
    const head = { run_id: STOP_RUN_ID, tool_call_id: id, event, attempt: 0 } as const;
    await this.#authority.store.commit([{ kind: 'log.append', record: auditRecord(head, details) }]);
    // A reading that began before the commit does not contain the change.
    await this.#reading?.catch(() => undefined);
    await this.#read();
  }
}

/** Returns who stopped what and why, in both languages. */
export function describeStop(stop: Stop): { readonly en: string; readonly ja: string } {
  const { en, ja } = describeTarget(stop);
  return {
    en: `${stop.by} stopped ${en}: "${stop.reason}".`,
    ja: `${stop.by} さんが${ja}を停止しています（理由: ${stop.reason}）。`,
  };
}

/** Returns the message for the model instead of the result of a stopped call. */
export const stoppedText = (stop: Stop) =>
  `The call was not run. ${describeStop(stop).en} Do not try it again; tell the user that it is stopped.`;

function describeTarget({ agent, tool }: StopTarget) {
  if (agent !== undefined) return { en: `the agent "${agent}"`, ja: `エージェント「${agent}」` };
  if (tool !== undefined) return { en: `the tool "${tool}"`, ja: `ツール「${tool}」` };
  return { en: 'all tool calls', ja: 'すべてのツール呼び出し' };
}

function requireChange(change: StopChange): StopChange {
  const { agent, tool, by, reason } = change;
  const isNamed = [agent, tool].every(
    (name) => name === undefined || (typeof name === 'string' && name !== ''),
  );
  if (isNamed && (agent === undefined || tool === undefined) && by?.id && reason?.trim()) return change;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    'A change of the stop switch requires the person and the reason, and at most one of agent and tool: { agent?, tool?, by: { id }, reason }.',
  );
}

const macContent = (id: string, { agent, tool }: StopTarget) =>
  ['stop.lifted', id, agent ?? null, tool ?? null] as const;
const keyOf = ({ agent, tool }: StopTarget) => JSON.stringify([agent ?? null, tool ?? null]);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const PAGE_SIZE = 1_000;
