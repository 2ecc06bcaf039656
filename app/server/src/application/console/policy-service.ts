import { createHash } from 'node:crypto';
import { SekishoError, type PolicyProfile } from 'sekisho';
import { ConsoleError } from './console-error.ts';
import type { ConsoleStore } from './console-store.ts';
import type { Engine, ReplayedCall } from './engine.ts';
import type { Identity } from './identity.ts';
import { recordChange } from './record-change.ts';

const NAMES = ['strict', 'balanced', 'fast'] as const;

/** A call that a profile would treat in another way. */
type PolicyChange = {
  run_id: string;
  tool_id: string;
  step: number;
  arguments_text: string;
  was: string;
  would_be: string;
  reason: string;
  rule_ids: string[];
};

/** Shows and changes policy profiles, and tries a change on recorded runs before it counts. */
export class PolicyService {
  readonly #engine: Engine;
  readonly #console: ConsoleStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;

  constructor(options: { engine: Engine; console: ConsoleStore; clock: () => number; makeId: () => string }) {
    this.#engine = options.engine;
    this.#console = options.console;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
  }

  list() {
    const active = this.#console.getActivePolicy() ?? 'balanced';
    return { active, items: NAMES.map((name) => this.#describe(name)) };
  }

  get(name: string) {
    const standard = this.#standard(name);
    const profile = this.#console.getProfile(name)?.value ?? standard;
    return { ...this.#describe(name), profile, standard };
  }

  async change(name: string, wish: { version: number; profile: unknown }, identity: Identity) {
    this.#standard(name);
    const profile = this.#checked(name, wish.profile);
    const now = this.#clock();
    if (!this.#console.putProfile(profile, { version: wish.version, by: identity.id, now })) {
      const { version, changed_by, changed_at } = this.#describe(name);
      throw new ConsoleError('VersionConflict', 'Somebody changed this profile in the meantime.', {
        version,
        changed_by,
        changed_at,
      });
    }
    this.#engine.refresh();
    await this.#record('profile.changed', { profile: name, by: identity.id, version: wish.version + 1 });
    return this.get(name);
  }

  async activate(name: string, identity: Identity) {
    this.#standard(name);
    this.#console.setActivePolicy(name, { by: identity.id, now: this.#clock() });
    this.#engine.refresh();
    await this.#record('profile.activated', { profile: name, by: identity.id });
    return this.list();
  }

  /** What a profile would have said to the calls of the newest recorded runs. Nothing is executed. */
  async dryRun(name: string, wish: { profile: unknown; limit: number }) {
    this.#standard(name);
    const begun = this.#clock();
    const profile = this.#checked(name, wish.profile);
    const current = this.get(name).profile;
    const changes: PolicyChange[] = [];
    const skipped: { run_id: string; why: 'not_recorded' | 'diverged' }[] = [];
    let calls = 0;
    let runs = 0;
    for (const { run_id } of this.#console.listRunFacts(wish.limit)) {
      const was = await this.#engine.replay(run_id, current);
      const would = await this.#engine.replay(run_id, profile);
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

  #describe(name: string) {
    const stored = this.#console.getProfile(name);
    const profile = stored?.value ?? this.#engine.standardProfile(name);
    return {
      name,
      version: stored?.version ?? 0,
      digest: createHash('sha256').update(JSON.stringify(profile)).digest('base64url').slice(0, 12),
      is_changed: stored !== undefined,
      changed_by: stored?.changed_by ?? null,
      changed_at: stored?.changed_at ?? null,
    };
  }

  #standard(name: string): PolicyProfile {
    if (NAMES.some((known) => known === name)) return this.#engine.standardProfile(name);
    throw new ConsoleError('NotFound', 'There is no such profile.');
  }

  #checked(name: string, wish: unknown): PolicyProfile {
    try {
      const profile = this.#engine.checkProfile(wish);
      if (profile.name === name) return profile;
    } catch (error) {
      if (!(error instanceof SekishoError)) throw error;
      throw new ConsoleError(
        'PolicyInvalid',
        'The profile is not valid.',
        { detail: error.message },
        { cause: error },
      );
    }
    throw new ConsoleError('PolicyInvalid', 'The profile is not valid.', {
      detail: 'Its name is not the one in the address.',
    });
  }

  #record(decision: string, facts: Readonly<Record<string, string | number>>): Promise<void> {
    return recordChange(this.#engine.store, {
      id: `${decision}:${this.#makeId()}`,
      event: 'policy.changed',
      decision,
      facts,
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
        rule_ids: [...other.rule_ids],
      },
    ];
  });
}
