import { createHash } from 'node:crypto';
import type { HumanApprovalRequest, StateStore } from 'sekisho';
import { readJudgement } from '../read-judgement.ts';
import { MIN_GROUP, type PendingEntry } from './select-pending.ts';

/** Rules whose requests are never grouped: text that the run has read asks for the action or tries to steer the agent. */
const NEVER_GROUPED = /(?:^|\.)(?:requests-|alarming)/u;
const READS_AT_ONCE = 16;

/**
 * Finds similar requests: the same application, agent, tool definition, risk, rules and origins. It reads the facts
 * that a request does not contain from its run and its log, once, and only for requests that may have a group.
 */
export class SimilarityReader {
  readonly #store: StateStore;
  /** The key of each request; empty for one that is never grouped. */
  #keys = new Map<string, string>();
  #loading: Promise<void> = Promise.resolve();

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Reads the facts of new requests. */
  load(entries: readonly PendingEntry[]): Promise<void> {
    this.#loading = this.#loading.then(() => this.#load(entries)).catch(() => undefined);
    return this.#loading;
  }

  /** Returns the keys of requests whose group is large enough. */
  keysOf(entries: readonly PendingEntry[]): ReadonlyMap<string, string> {
    const ids = entries.map(({ summary }) => summary.approval_id);
    const groups = Map.groupBy(ids, (id) => this.#keys.get(id) ?? '');
    return new Map(
      [...groups].flatMap(([key, members]) =>
        key !== '' && members.length >= MIN_GROUP ? members.map((id) => [id, key] as const) : [],
      ),
    );
  }

  async #load(entries: readonly PendingEntry[]): Promise<void> {
    const pending = new Set(entries.map(({ summary }) => summary.approval_id));
    for (const id of this.#keys.keys()) if (!pending.has(id)) this.#keys.delete(id);
    const candidates = [...Map.groupBy(entries, ({ likeness }) => likeness)]
      .flatMap(([likeness, alike]) => (likeness !== undefined && alike.length >= MIN_GROUP ? alike : []))
      .filter(({ summary }) => !this.#keys.has(summary.approval_id));
    for (let at = 0; at < candidates.length; at += READS_AT_ONCE) {
      const some = candidates.slice(at, at + READS_AT_ONCE);
      const keys = await Promise.all(some.map((entry) => this.#keyOf(entry)));
      for (const [index, { summary }] of some.entries())
        this.#keys.set(summary.approval_id, keys[index] ?? '');
      // The embedded store responds synchronously; without a pause a long list would block other requests.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #keyOf({ summary, likeness }: PendingEntry): Promise<string> {
    const approval = await this.#store.getApproval(summary.approval_id);
    if (approval === undefined) return '';
    const [run, judged] = await Promise.all([
      this.#store.getRun(summary.run_id),
      readJudgement(this.#store, approval),
    ]);
    if (judged.rule_ids.some((id) => NEVER_GROUPED.test(id))) return '';
    const origins = judged.sources.map(({ path, origin }) => `${path} ${origin}`);
    return createHash('sha256')
      .update(JSON.stringify([likeness, run?.application, judged.rule_ids.toSorted(), origins.toSorted()]))
      .digest('base64url')
      .slice(0, 22);
  }
}

/** Returns what similar requests have in common without their logs; undefined for a request that is never grouped. */
export function likenessOf(approval: HumanApprovalRequest): string | undefined {
  const { kind, tool_id, definition_digest, agent_name, risk_level, effect, display } = approval;
  if (kind !== 'call' || risk_level >= 5 || display === 'blocked') return undefined;
  return JSON.stringify([tool_id, definition_digest, agent_name, risk_level, effect]);
}
