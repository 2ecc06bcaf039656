import type { AgentRunner, ToolManifest } from 'sekisho';
import type { ConsoleStore } from '../../application/console/console-store.ts';

type StoredManifests = Awaited<ReturnType<ConsoleStore['listManifests']>>;

/**
 * A runner is made with its manifests, so confirmed ones need a new runner; what runs stays with the old one. Whoever
 * starts or continues a run asks first, because the manifests may have been changed by another server.
 */
export class RunnerHolder {
  /** For what does not depend on manifests: reading the store, taking decisions. All runners share its store. */
  readonly first: AgentRunner;
  readonly #make: (manifests: Readonly<Record<string, ToolManifest>>) => AgentRunner;
  readonly #console: ConsoleStore;
  #current: AgentRunner;
  #made = '';

  constructor(
    make: (manifests: Readonly<Record<string, ToolManifest>>) => AgentRunner,
    console: ConsoleStore,
  ) {
    this.#make = make;
    this.#console = console;
    this.first = make({});
    this.#current = this.first;
  }

  /** The runner for the manifests that count now. */
  async current(): Promise<AgentRunner> {
    const manifests = await this.#console.listManifests();
    const version = versionOf(manifests);
    if (version !== this.#made) {
      this.#current = this.#make(valuesOf(manifests));
      this.#made = version;
    }
    return this.#current;
  }
}

/** Manifests without who confirmed them. */
export function valuesOf(manifests: StoredManifests): Record<string, ToolManifest> {
  return Object.fromEntries([...manifests].map(([id, { value }]) => [id, value]));
}

const versionOf = (manifests: StoredManifests) =>
  [...manifests].map(([id, { version, changed_at: at }]) => `${id} ${version} ${at}`).join('\n');
