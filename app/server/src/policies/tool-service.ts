import type { ToolManifest } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { RunHost, KnownTool } from '../runs/run-host.ts';
import type { PolicyStore } from './policy-store.ts';
import type { VersionedUpdater } from './versioned-updater.ts';

/** The manifest fields that a person can confirm. */
export type ManifestInput = Omit<ToolManifest, 'origin' | 'confirmed'>;

type ConfirmedManifests = Awaited<ReturnType<PolicyStore['listManifests']>>;

/** Lists the tools of the agents and stores the manifests that a person confirms. */
export class ToolService {
  readonly #runHost: RunHost;
  readonly #store: PolicyStore;
  readonly #changes: VersionedUpdater;

  constructor(options: { runHost: RunHost; store: PolicyStore; changes: VersionedUpdater }) {
    this.#runHost = options.runHost;
    this.#store = options.store;
    this.#changes = options.changes;
  }

  async list() {
    const manifests = await this.#store.listManifests();
    return this.#runHost.tools.map((tool) => viewTool(tool, manifests));
  }

  async confirm(toolId: string, request: { version: number; manifest: ManifestInput }, identity: Identity) {
    const tool = this.#confirmable(toolId);
    const manifest: ToolManifest = { ...request.manifest, origin: 'declared', confirmed: true };
    await this.#put(toolId, { manifest, version: request.version, decision: 'manifest.confirmed' }, identity);
    return viewTool(tool, await this.#store.listManifests());
  }

  async withdraw(toolId: string, version: number, identity: Identity): Promise<void> {
    this.#confirmable(toolId);
    await this.#put(toolId, { manifest: undefined, version, decision: 'manifest.withdrawn' }, identity);
  }

  #put(
    toolId: string,
    request: { manifest: ToolManifest | undefined; version: number; decision: string },
    identity: Identity,
  ): Promise<void> {
    const { manifest, version, decision } = request;
    return this.#changes.apply(
      {
        noun: 'manifest',
        put: (change) => this.#store.putManifest(toolId, manifest, { ...change, version }),
        findCurrent: async () => (await this.#store.listManifests()).get(toolId),
        decision,
        facts: { tool: toolId },
      },
      identity,
    );
  }

  #confirmable(toolId: string): KnownTool {
    const tool = this.#runHost.tools.find((known) => known.tool_id === toolId);
    if (tool === undefined) throw new ConsoleError('NotFound', 'There is no such tool.');
    if (tool.declared === undefined) return tool;
    throw new ConsoleError(
      'ManifestInvalid',
      'The manifest of this tool is declared in the program. Change it there.',
    );
  }
}

function viewTool(tool: KnownTool, manifests: ConfirmedManifests) {
  const { tool_id, kind, agents, description, parameters, declared, guess } = tool;
  const confirmed = manifests.get(tool_id);
  const source: 'declared' | 'confirmed' | 'guess' = declared
    ? 'declared'
    : confirmed
      ? 'confirmed'
      : 'guess';
  return {
    tool_id,
    kind,
    agents: [...agents],
    description,
    parameters,
    manifest: declared ?? confirmed?.value ?? guess,
    manifest_source: source,
    version: confirmed?.version ?? 0,
    confirmed_by: confirmed?.changed_by ?? null,
    confirmed_at: confirmed?.changed_at ?? null,
  };
}
