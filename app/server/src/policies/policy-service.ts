import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { SekishoError, type PolicyProfile } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { RunFactsStore } from '../runs/run-facts-store.ts';
import type { RunHost, ReplayedCall } from '../runs/run-host.ts';
import { SerialExecutor, type Requester } from '../runs/serial-executor.ts';
import { describeRules } from './describe-rules.ts';
import type { PolicyStore } from './policy-store.ts';
import type { VersionedUpdater } from './versioned-updater.ts';

const NAMES = ['strict', 'balanced', 'fast'] as const;

/** A call for which a profile would decide differently. */
type PolicyChange = {
  run_id: string;
  tool_id: string;
  step: number;
  arguments_text: string;
  was: string;
  would_be: string;
  reason: string;
  reason_ja: string | null;
  rule_ids: string[];
};

/** Reads and changes policy profiles, and tests a change on recorded runs before it is saved. */
export class PolicyService {
  readonly #runHost: RunHost;
  readonly #store: PolicyStore;
  readonly #facts: RunFactsStore;
  readonly #changes: VersionedUpdater;
  readonly #clock: () => number;
  readonly #dryRuns = new SerialExecutor();

  constructor(options: {
    runHost: RunHost;
    store: PolicyStore;
    facts: RunFactsStore;
    changes: VersionedUpdater;
    clock: () => number;
  }) {
    this.#runHost = options.runHost;
    this.#store = options.store;
    this.#facts = options.facts;
    this.#changes = options.changes;
    this.#clock = options.clock;
  }

  async list() {
    const [active, ...items] = await Promise.all([
      this.#store.getActivePolicy(),
      ...NAMES.map(async (name) => (await this.#read(name)).item),
    ]);
    return { active: active ?? 'balanced', items };
  }

  /** Lists the meaning of the rule ids in decisions. */
  async listRules() {
    const profiles = await Promise.all(NAMES.map(async (name) => (await this.#read(name)).profile));
    return describeRules(this.#runHost.rules, profiles);
  }

  async get(name: string) {
    const standard: Readonly<Record<string, unknown>> = this.#standard(name);
    const { item, ...read } = await this.#read(name);
    const profile: Readonly<Record<string, unknown>> = read.profile;
    return { ...item, profile, standard };
  }

  async change(name: string, request: { version: number; profile: unknown }, identity: Identity) {
    this.#standard(name);
    const { version } = request;
    const profile = this.#validate(name, request.profile);
    await this.#changes.apply(
      {
        noun: 'profile',
        put: (change) => this.#store.putProfile(profile, { ...change, version }),
        findCurrent: () => this.#store.getProfile(name),
        decision: 'profile.changed',
        facts: { profile: name, version: version + 1 },
      },
      identity,
    );
    return this.get(name);
  }

  async activate(name: string, identity: Identity) {
    this.#standard(name);
    await this.#store.setActivePolicy(name, this.#changes.stamp(identity));
    await this.#changes.record('profile.activated', { profile: name }, identity);
    return this.list();
  }

  /** Returns what a profile would have decided on the calls of the newest recorded runs. Nothing is executed. */
  async dryRun(name: string, request: { profile: unknown; limit: number }, requester: Requester) {
    this.#standard(name);
    const profile = this.#validate(name, request.profile);
    return this.#dryRuns.run(requester, () =>
      this.#replayRuns(name, profile, { limit: request.limit, signal: requester.signal }),
    );
  }

  async #replayRuns(
    name: string,
    profile: PolicyProfile,
    { limit, signal }: { limit: number; signal: AbortSignal },
  ) {
    const begun = this.#clock();
    const { profile: current } = await this.#read(name);
    const changes: PolicyChange[] = [];
    const skipped: { run_id: string; why: 'not_recorded' | 'diverged' }[] = [];
    let calls = 0;
    let runs = 0;
    for (const { run_id } of await this.#facts.listRunFacts(limit)) {
      // The evaluation is synchronous, so without yielding to the event loop a long list would block the server.
      await turn();
      if (signal.aborted) break;
      const was = await this.#runHost.replay(run_id, current);
      const would = await this.#runHost.replay(run_id, profile);
      if (typeof was === 'string' || typeof would === 'string') {
        skipped.push({ run_id, why: typeof was === 'string' ? was : 'diverged' });
        continue;
      }
      runs += 1;
      calls += was.length;
      changes.push(...differences(run_id, was, would));
    }
    return { runs, calls, changes, skipped, took_ms: this.#clock() - begun };
  }

  async #read(name: string) {
    const stored = await this.#store.getProfile(name);
    const profile = stored?.value ?? this.#runHost.standardProfile(name);
    const item = {
      name,
      version: stored?.version ?? 0,
      digest: createHash('sha256').update(JSON.stringify(profile)).digest('base64url').slice(0, 12),
      is_changed: stored !== undefined,
      changed_by: stored?.changed_by ?? null,
      changed_at: stored?.changed_at ?? null,
    };
    return { item, profile };
  }

  #standard(name: string): PolicyProfile {
    if (NAMES.some((known) => known === name)) return this.#runHost.standardProfile(name);
    throw new ConsoleError('NotFound', 'There is no such profile.');
  }

  #validate(name: string, request: unknown): PolicyProfile {
    try {
      const profile = this.#runHost.checkProfile(request);
      if (profile.name === name) return profile;
    } catch (error) {
      if (!(error instanceof SekishoError)) throw error;
      throw new ConsoleError(
        'PolicyInvalid',
        'The profile is invalid.',
        { detail: error.message },
        { cause: error },
      );
    }
    throw new ConsoleError('PolicyInvalid', 'The profile is invalid.', {
      detail: 'The name of the profile does not match the name in the URL.',
    });
  }
}

function differences(
  run_id: string,
  was: readonly ReplayedCall[],
  would: readonly ReplayedCall[],
): PolicyChange[] {
  return was.flatMap((call, step) => {
    const other = would[step];
    if (other === undefined || other.decision === call.decision) return [];
    const { tool_id, arguments_text } = call;
    return [
      {
        run_id,
        tool_id,
        step,
        arguments_text,
        was: call.decision,
        would_be: other.decision,
        reason: other.reason,
        reason_ja: other.reason_ja,
        rule_ids: [...other.rule_ids],
      },
    ];
  });
}
