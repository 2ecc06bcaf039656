import type { AgentRunner, ToolManifest } from 'sekisho';
import type { PolicyStore } from '../policies/policy-store.ts';

type StoredManifests = Awaited<ReturnType<PolicyStore['listManifests']>>;

/**
 * Creates a new runner when the confirmed manifests change, because manifests are fixed per runner. Active runs stay
 * with their runner. Callers request the current runner before each start or resumption, because another server may
 * have changed the manifests.
 */
export class RunnerHolder {
  /**
   * For operations that do not depend on manifests: reading the store, recording decisions. All runners share its
   * store.
   */
  readonly first: AgentRunner;
  readonly #createRunner: (manifests: Readonly<Record<string, ToolManifest>>) => AgentRunner;
  readonly #policies: PolicyStore;
  #current: AgentRunner;
  #currentVersion = '';

  constructor(
    createRunner: (manifests: Readonly<Record<string, ToolManifest>>) => AgentRunner,
    policies: PolicyStore,
  ) {
    this.#createRunner = createRunner;
    this.#policies = policies;
    this.first = createRunner({});
    this.#current = this.first;
  }

  /** Returns the runner for the current manifests. */
  async current(): Promise<AgentRunner> {
    const manifests = await this.#policies.listManifests();
    const version = versionOf(manifests);
    if (version !== this.#currentVersion) {
      this.#current = this.#createRunner(valuesOf(manifests));
      this.#currentVersion = version;
    }
    return this.#current;
  }
}

/** Returns the manifests without the users who confirmed them. */
export function valuesOf(manifests: StoredManifests): Record<string, ToolManifest> {
  return Object.fromEntries([...manifests].map(([id, { value }]) => [id, value]));
}

const versionOf = (manifests: StoredManifests) =>
  [...manifests].map(([id, { version, changed_at: at }]) => `${id} ${version} ${at}`).join('\n');
