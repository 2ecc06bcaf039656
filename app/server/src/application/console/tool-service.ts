import type { ToolManifest } from 'sekisho';
import { ConsoleError } from './console-error.ts';
import type { ConsoleStore } from './console-store.ts';
import type { Engine, KnownTool } from './engine.ts';
import type { Identity } from './identity.ts';
import { recordChange } from './record-change.ts';

/** What a person may say about a tool. */
export type ManifestWish = Omit<ToolManifest, 'origin' | 'confirmed'>;

/** Shows the tools of the agents and lets a person confirm what they do. */
export class ToolService {
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
    return this.#engine.tools.map((tool) => this.#view(tool));
  }

  async confirm(toolId: string, wish: { version: number; manifest: ManifestWish }, identity: Identity) {
    const tool = this.#confirmable(toolId);
    const manifest: ToolManifest = { ...wish.manifest, origin: 'declared', confirmed: true };
    this.#put(toolId, manifest, wish.version, identity);
    await this.#record('manifest.confirmed', toolId, identity);
    return this.#view(tool);
  }

  async withdraw(toolId: string, version: number, identity: Identity): Promise<void> {
    this.#confirmable(toolId);
    this.#put(toolId, undefined, version, identity);
    await this.#record('manifest.withdrawn', toolId, identity);
  }

  #put(toolId: string, manifest: ToolManifest | undefined, version: number, { id }: Identity): void {
    if (!this.#console.putManifest(toolId, manifest, { version, by: id, now: this.#clock() })) {
      const known = this.#console.listManifests().get(toolId);
      throw new ConsoleError('VersionConflict', 'Somebody changed this manifest in the meantime.', {
        version: known?.version ?? 0,
        changed_by: known?.changed_by ?? null,
        changed_at: known?.changed_at ?? null,
      });
    }
    this.#engine.refresh();
  }

  #confirmable(toolId: string): KnownTool {
    const tool = this.#engine.tools.find((known) => known.tool_id === toolId);
    if (tool === undefined) throw new ConsoleError('NotFound', 'There is no such tool.');
    if (tool.declared === undefined) return tool;
    throw new ConsoleError('ManifestInvalid', 'The program declares what this tool does; change it there.');
  }

  #view({ tool_id, kind, agents, description, parameters, declared, guess }: KnownTool) {
    const confirmed = this.#console.listManifests().get(tool_id);
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

  #record(decision: string, tool: string, { id: by }: Identity): Promise<void> {
    return recordChange(this.#engine.store, {
      id: `${decision}:${this.#makeId()}`,
      event: 'policy.changed',
      decision,
      facts: { tool, by },
    });
  }
}
