import type { StateStore } from 'sekisho';
import { ConsoleError } from './console-error.ts';
import type { Change } from './console-store.ts';
import type { Identity } from './identity.ts';
import { recordChange } from './record-change.ts';

/** A change of something that people set. */
export type WishedChange = {
  /** The word for it, for whoever was too late. */
  readonly noun: string;
  /** False when the version that it starts from is not the current one. */
  readonly put: (change: Omit<Change, 'version'>) => Promise<boolean>;
  /** Who was faster. */
  readonly findCurrent: () => Promise<
    { readonly version: number; readonly changed_by: string; readonly changed_at: string } | undefined
  >;
  /** What the audit log calls it. */
  readonly decision: string;
  readonly facts: Readonly<Record<string, string | number>>;
};

/** Makes changes in somebody's name: refused when another one came first, recorded once they are made. */
export class VersionedUpdater {
  readonly #log: StateStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;

  constructor(options: { log: StateStore; clock: () => number; makeId: () => string }) {
    this.#log = options.log;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
  }

  /** Makes a change that starts from a version. */
  async make(wish: WishedChange, identity: Identity): Promise<void> {
    const { noun, put, findCurrent, decision, facts } = wish;
    if (!(await put(this.stamp(identity)))) {
      const current = await findCurrent();
      throw new ConsoleError('VersionConflict', `Somebody changed this ${noun} in the meantime.`, {
        version: current?.version ?? 0,
        changed_by: current?.changed_by ?? null,
        changed_at: current?.changed_at ?? null,
      });
    }
    await this.record(decision, facts, identity);
  }

  /** Who changes something now. */
  stamp({ id: by }: Identity): Omit<Change, 'version'> {
    return { by, now: this.#clock() };
  }

  /** Puts a change that was made into the audit log. */
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
