import { createHash } from 'node:crypto';
import { SekishoError, VALUE_ORIGINS, type PolicyProfile } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { RunHost } from '../runs/run-host.ts';
import { describeRules } from './describe-rules.ts';
import type { DryRunService } from './dry-run-service.ts';
import type { PolicyDraft, PolicyStore } from './policy-store.ts';
import type { VersionedUpdater } from './versioned-updater.ts';

const NAMES = ['strict', 'balanced', 'fast'] as const;

/** A cell of the grid of origins that no valid profile may change, and the rule that requires its value. */
export type FixedCell = {
  readonly list: string;
  readonly role: string;
  readonly origin: string;
  readonly rule: string;
};

/** Reads and changes policy profiles, and tests a change on the audit log before it is saved. */
export class PolicyService {
  readonly #runHost: RunHost;
  readonly #store: PolicyStore;
  readonly #changes: VersionedUpdater;
  readonly #clock: () => number;
  readonly #dryRuns: DryRunService;
  readonly #fixed = new Map<string, readonly FixedCell[]>();

  constructor(options: {
    runHost: RunHost;
    store: PolicyStore;
    changes: VersionedUpdater;
    dryRuns: DryRunService;
    clock: () => number;
  }) {
    this.#runHost = options.runHost;
    this.#store = options.store;
    this.#changes = options.changes;
    this.#clock = options.clock;
    this.#dryRuns = options.dryRuns;
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
    return { ...item, profile, standard, fixed: [...this.#fixedCells(name)] };
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
    await this.#store.putDraft(identity.id, name, undefined, this.#clock());
    return this.get(name);
  }

  async activate(name: string, identity: Identity) {
    this.#standard(name);
    await this.#store.setActivePolicy(name, this.#changes.stamp(identity));
    await this.#changes.record('profile.activated', { profile: name }, identity);
    return this.list();
  }

  /** Returns the saved versions of a profile, newest first. Version 0 is the shipped one. */
  async listVersions(name: string) {
    const standard: Readonly<Record<string, unknown>> = this.#standard(name);
    const [versions, current] = await Promise.all([
      this.#store.listProfileVersions(name),
      this.#store.getProfile(name),
    ]);
    // A server of an older version stored no versions besides the current one.
    const isListed = versions.some(({ version }) => version === current?.version);
    const all = current === undefined || isListed ? versions : [current, ...versions];
    const items = all.map(({ version, changed_by, changed_at, value }) => {
      const profile: Readonly<Record<string, unknown>> = value;
      return { version, changed_by, changed_at, profile };
    });
    return [...items, { version: 0, changed_by: null, changed_at: null, profile: standard }];
  }

  async getDraft(name: string, { id }: Identity) {
    this.#standard(name);
    return { draft: (await this.#store.getDraft(id, name)) ?? null };
  }

  /** Stores the unsaved edit of a user, also while it is invalid. `null` deletes it. */
  async putDraft(name: string, draft: PolicyDraft | null, { id }: Identity): Promise<void> {
    this.#standard(name);
    await this.#store.putDraft(id, name, draft ?? undefined, this.#clock());
  }

  /** Starts to evaluate the log with a changed profile. Nothing is executed. */
  async startDryRun(name: string, request: { profile: unknown }, identity: Identity) {
    this.#standard(name);
    const draft = this.#validate(name, request.profile);
    const { profile: current } = await this.#read(name);
    return this.#dryRuns.start({ current, draft }, identity);
  }

  getDryRun(id: string) {
    return this.#dryRuns.get(id);
  }

  /** The examples of the rules fix single cells, independent of all other cells. */
  #fixedCells(name: string): readonly FixedCell[] {
    const known = this.#fixed.get(name);
    if (known) return known;
    const standard = this.#standard(name);
    const cells = LISTS.flatMap((list) =>
      Object.entries(standard[list]).flatMap(([role, accepted]) =>
        VALUE_ORIGINS.flatMap((origin) => {
          const isOn = accepted.some((each) => each === origin);
          const changed = isOn ? accepted.filter((each) => each !== origin) : [...accepted, origin];
          const profile = { ...standard, [list]: { ...standard[list], [role]: changed } };
          const rule = this.#ruleAgainst(profile);
          return rule === undefined ? [] : [{ list, role, origin, rule }];
        }),
      ),
    );
    this.#fixed.set(name, cells);
    return cells;
  }

  #ruleAgainst(profile: unknown): string | undefined {
    try {
      this.#runHost.checkProfile(profile);
      return undefined;
    } catch (error) {
      return /the rule (\S+) /.exec(error instanceof Error ? error.message : '')?.[1] ?? '';
    }
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

const LISTS = ['accepts', 'accepts_write', 'accepts_grave', 'accepts_read'] as const;
