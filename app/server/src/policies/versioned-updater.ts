import type { StateStore } from 'sekisho';
import { recordChange } from '../audit/record-change.ts';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { Change } from '../storage/versioned.ts';

/** A change of a versioned value. */
export type VersionedChange = {
  /** The noun for the value in the conflict message. */
  readonly noun: string;
  /** Stores the value. Returns false when the version is not the current one. */
  readonly put: (change: Omit<Change, 'version'>) => Promise<boolean>;
  /** Returns the current version and its author, for the conflict message. */
  readonly findCurrent: () => Promise<
    { readonly version: number; readonly changed_by: string; readonly changed_at: string } | undefined
  >;
  /** The decision name in the audit log. */
  readonly decision: string;
  readonly facts: Readonly<Record<string, string | number>>;
};

/**
 * Applies changes of users: a change on an outdated version is rejected, a stored change is recorded in the audit
 * log.
 */
export class VersionedUpdater {
  readonly #log: StateStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;

  constructor(options: { log: StateStore; clock: () => number; makeId: () => string }) {
    this.#log = options.log;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
  }

  /** Applies a change that is based on a version. */
  async apply(change: VersionedChange, identity: Identity): Promise<void> {
    const { noun, put, findCurrent, decision, facts } = change;
    if (!(await put(this.stamp(identity)))) {
      const current = await findCurrent();
      throw new ConsoleError('VersionConflict', `This ${noun} was changed by another user. Read it again.`, {
        version: current?.version ?? 0,
        changed_by: current?.changed_by ?? null,
        changed_at: current?.changed_at ?? null,
      });
    }
    await this.record(decision, facts, identity);
  }

  /** Returns the author and the time of a change. */
  stamp({ id: by }: Identity): Omit<Change, 'version'> {
    return { by, now: this.#clock() };
  }

  /** Appends a change to the audit log. */
  record(
    decision: string,
    facts: Readonly<Record<string, string | number>>,
    { id: by }: Identity,
  ): Promise<void> {
    return recordChange(this.#log, {
      id: `${decision}:${this.#makeId()}`,
      event: 'policy.changed',
      decision,
      facts: { ...facts, by },
    });
  }
}
