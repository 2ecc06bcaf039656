import { setImmediate as turn } from 'node:timers/promises';
import { evaluateRecorded, type ExecutionLog, type PolicyProfile, type StateStore } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { DryRun, DryRunChange } from './dry-run.ts';
import type { PolicyStore } from './policy-store.ts';

const PAGE = 2_000;
/** The changes that are listed. All of them are counted. */
const MAX_CHANGES = 300;
const MAX_EXAMPLES = 5;
/** A job that made no progress for this time has died with its server. */
const MAX_SILENCE_MS = 30_000;
const SAVE_EVERY_MS = 500;
const MAX_JOBS_PER_USER = 2;

const EVENTS = [
  'run.started',
  'gate.decision',
  'approval.approved',
  'approval.denied',
  'approval.expired',
] as const;

/**
 * Evaluates all recorded decisions of the gate, of all programs, with a changed profile. A dry run is a stored job, so
 * that every server on the store reports its progress and its result.
 */
export class DryRunService {
  readonly #log: StateStore;
  readonly #store: PolicyStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;
  readonly #active = new Map<string, string>();

  constructor(options: { log: StateStore; store: PolicyStore; clock: () => number; makeId: () => string }) {
    this.#log = options.log;
    this.#store = options.store;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
  }

  /** Starts a dry run and returns its first state. */
  async start(profiles: Profiles, { id: userId }: Identity): Promise<DryRun> {
    if ([...this.#active.values()].filter((user) => user === userId).length >= MAX_JOBS_PER_USER)
      throw new ConsoleError('RateLimited', 'Two of your dry runs are in progress. Wait for one of them.', {
        retryAfterMs: 5000,
      });
    const total = (await this.#log.lastLog())?.seq ?? 0;
    const tally = new Tally(this.#makeId(), profiles, total);
    this.#active.set(tally.id, userId);
    await this.#save(tally, 'running', userId);
    void this.#work(tally, userId).finally(() => this.#active.delete(tally.id));
    return tally.result('running');
  }

  async get(id: string): Promise<DryRun> {
    const stored = await this.#store.getDryRun(id);
    if (stored === undefined) throw new ConsoleError('NotFound', 'There is no such dry run.');
    const isSilent = this.#clock() - Date.parse(stored.changed_at) > MAX_SILENCE_MS;
    return stored.value.status === 'running' && isSilent
      ? { ...stored.value, status: 'failed' }
      : stored.value;
  }

  async #work(tally: Tally, userId: string): Promise<void> {
    let savedAt = this.#clock();
    try {
      while (tally.position < tally.total) {
        const query = { afterSeq: tally.position, events: EVENTS, limit: PAGE };
        const records = await this.#log.queryLogs(query);
        for (const [index, record] of records.entries()) {
          if (record.seq > tally.total) break;
          tally.add(record);
          // The evaluation is synchronous, so a long log would block the server without a pause.
          if (index % 200 === 199) await turn();
        }
        tally.position = records.length < PAGE ? tally.total : (records.at(-1)?.seq ?? tally.total);
        if (this.#clock() - savedAt < SAVE_EVERY_MS) continue;
        savedAt = this.#clock();
        await this.#save(tally, 'running', userId);
      }
      await this.#save(tally, 'done', userId);
    } catch {
      await this.#save(tally, 'failed', userId).catch(() => undefined);
    }
  }

  #save(tally: Tally, status: DryRun['status'], by: string): Promise<void> {
    return this.#store.putDryRun(tally.result(status), { by, now: this.#clock() });
  }
}

type Profiles = { readonly current: PolicyProfile; readonly draft: PolicyProfile };
type Person = NonNullable<DryRunChange['person']>;

class Tally {
  readonly id: string;
  readonly total: number;
  position = 0;
  readonly #profiles: Profiles;
  readonly #runs = new Map<string, string>();
  readonly #applications = new Map<string, string>();
  readonly #changes = new Map<string, DryRunChange>();
  readonly #people = new Map<string, Person>();
  readonly #calls = new Set<string>();

  constructor(id: string, profiles: Profiles, total: number) {
    this.id = id;
    this.#profiles = profiles;
    this.total = total;
  }

  add(record: ExecutionLog): void {
    const { run_id: run, event, tool_call_id: call, data } = record;
    const key = `${run} ${call}`;
    if (event === 'run.started') {
      this.#runs.set(run, 'no_calls');
      this.#applications.set(run, textOf(data['application']));
    } else if (event === 'gate.decision')
      this.#runs.set(run, this.#evaluate(record, key) ?? this.#runs.get(run) ?? 'no_calls');
    else if (event === 'approval.approved') this.#people.set(key, 'approved');
    else if (event === 'approval.denied') this.#people.set(key, 'denied');
    else if (event === 'approval.expired') this.#people.set(key, 'expired');
  }

  /** Returns the state of the run after this call: `ok`, or the cause for which it was skipped. */
  #evaluate({ run_id, data, decision, timestamp, seq }: ExecutionLog, key: string): string | undefined {
    const known = this.#runs.get(run_id);
    const [profile = ''] = textOf(data['policy']).split('@');
    if (profile !== this.#profiles.draft.name) return known === 'ok' ? known : `profile:${profile}`;
    const was = evaluateRecorded(data, this.#profiles.current);
    const then = evaluateRecorded(data, this.#profiles.draft);
    if (was === undefined || then === undefined) return known === 'ok' ? known : 'no_facts';
    // After each wait the gate evaluates the same call again.
    this.#calls.add(key);
    if (was.decision === then.decision) this.#changes.delete(key);
    else {
      const reason = then.rules.at(0)?.reason;
      this.#changes.set(key, {
        run_id,
        application: this.#applications.get(run_id) ?? '',
        agent: textOf(data['agent']),
        tool_id: textOf(data['tool']),
        seq,
        at: timestamp,
        arguments_text: textOf(data['args']).slice(0, 400),
        recorded: decision,
        was: was.decision,
        would_be: then.decision,
        reason: reason?.en ?? '',
        reason_ja: reason?.ja ?? null,
        rule_ids: then.rules.map(({ id }) => id),
        person: null,
      });
    }
    return 'ok';
  }

  result(status: DryRun['status']): DryRun {
    const changes = [...this.#changes].map(([key, change]) => ({
      ...change,
      person: this.#people.get(key) ?? null,
    }));
    const fewer = changes.filter(({ was, would_be }) => was === 'needs_human' && would_be !== 'needs_human');
    const more = changes.filter(({ was, would_be }) => was !== 'needs_human' && would_be === 'needs_human');
    const count = (person: DryRunChange['person']) =>
      fewer.filter((change) => change.person === person).length;
    const skipped = new Map<string, string[]>();
    for (const [run, state] of this.#runs) {
      const runs = skipped.get(state) ?? [];
      runs.push(run);
      skipped.set(state, runs);
    }
    const evaluated = skipped.get('ok') ?? [];
    skipped.delete('ok');
    return {
      id: this.id,
      status,
      read: this.position,
      total: this.total,
      runs: evaluated.length,
      calls: this.#calls.size,
      fewer: {
        total: fewer.length,
        approved: count('approved'),
        denied: count('denied'),
        expired: count('expired'),
      },
      more: more.length,
      denials: changes.filter(({ would_be }) => would_be === 'deny').length,
      changes: changes.toSorted(byImportance).slice(0, MAX_CHANGES),
      changes_total: changes.length,
      skipped: [...skipped].map(([cause, runs]) => ({
        cause: cause.startsWith('profile:') ? 'other_profile' : cause === 'no_facts' ? cause : 'no_calls',
        profile: cause.startsWith('profile:') ? cause.slice('profile:'.length) : null,
        runs: runs.length,
        examples: runs.slice(0, MAX_EXAMPLES),
      })),
    };
  }
}

/** Calls that a person denied and that would now run come first, then other weaker decisions, then stricter ones. */
function byImportance(one: DryRunChange, other: DryRunChange): number {
  return rank(one) - rank(other) || other.seq - one.seq;
}

function rank({ person, was, would_be }: DryRunChange): number {
  const isWeaker = (STRICTNESS[would_be] ?? 2) < (STRICTNESS[was] ?? 2);
  if (!isWeaker) return 3;
  return person === 'denied' ? 0 : person === null ? 2 : 1;
}

const STRICTNESS: Readonly<Record<string, number>> = { allow: 0, needs_human: 1, deny: 2 };
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
