import type { PythonTools } from '../ground/prepare-python.ts';
import type { InnerApiCaller } from './call-inner-api.ts';
import { PluginProcess } from './plugin-process.ts';
import type { Installation, PackageStore } from './package-store.ts';
import { preparePluginFolder } from './prepare-plugin-folder.ts';
import type { SessionTable } from './session-table.ts';

/** The dependencies of the running plugins. */
export type PluginManagerOptions = {
  packageStore: PackageStore;
  python: PythonTools;
  callInnerApi: InnerApiCaller;
  env: Record<string, string>;
  /** Secrets in the environment of the daemon, which the real daemon passes to every plugin. */
  secrets: Record<string, string>;
  onOutput: (text: string) => void;
};

/** The plugins of all workspaces: processes, and plugins on the debugging port. */
export class PluginManager {
  readonly #options: PluginManagerOptions;
  readonly #processes = new Map<string, PluginProcess>();
  readonly #debugged = new Map<string, SessionTable>();
  #installations: Installation[] = [];

  constructor(options: PluginManagerOptions) {
    this.#options = options;
  }

  /** Starts the plugins that were installed before the daemon stopped. */
  async open(): Promise<void> {
    this.#installations = await this.#options.packageStore.installations();
    for (const { identifier } of this.#installations) await this.#launch(identifier);
  }

  async install(tenant: string, identifier: string): Promise<void> {
    await this.#launch(identifier);
    const pluginId = toPluginId(identifier);
    const others = this.#installations.filter((each) => each.tenant !== tenant || each.pluginId !== pluginId);
    this.#installations = [...others, { tenant, pluginId, identifier }];
    await this.#options.packageStore.saveInstallations(this.#installations);
  }

  async uninstall(tenant: string, identifier: string): Promise<void> {
    this.#installations = this.#installations.filter(
      (each) => each.tenant !== tenant || each.identifier !== identifier,
    );
    await this.#options.packageStore.saveInstallations(this.#installations);
    if (this.#installations.some((each) => each.identifier === identifier)) return;
    this.#processes.get(identifier)?.stop();
    this.#processes.delete(identifier);
  }

  connect(tenant: string, pluginId: string, sessions: SessionTable): void {
    this.#debugged.set(`${tenant} ${pluginId}`, sessions);
  }

  disconnect(tenant: string, pluginId: string): void {
    this.#debugged.delete(`${tenant} ${pluginId}`);
  }

  list(tenant: string): { id: string; plugin_id: string }[] {
    const installed = this.#installations
      .filter((each) => each.tenant === tenant)
      .map(({ identifier, pluginId }) => ({ id: identifier, plugin_id: pluginId }));
    const debugged = [...this.#debugged.keys()]
      .filter((key) => key.startsWith(`${tenant} `))
      .map((key) => ({ id: key, plugin_id: key.slice(tenant.length + 1) }));
    return [...installed, ...debugged];
  }

  /** Returns the sessions of that plugin in that workspace. */
  async find(tenant: string, pluginId: string): Promise<SessionTable> {
    const debugged = this.#debugged.get(`${tenant} ${pluginId}`);
    if (debugged !== undefined) return debugged;
    const found = this.#installations.find((each) => each.tenant === tenant && each.pluginId === pluginId);
    const running = found === undefined ? undefined : this.#processes.get(found.identifier);
    if (running === undefined) throw new Error('plugin not found');
    return running.sessions();
  }

  close(): void {
    for (const running of this.#processes.values()) running.stop();
  }

  async #launch(identifier: string): Promise<void> {
    if (this.#processes.has(identifier)) return;
    const { packageStore, python, callInnerApi, secrets, onOutput } = this.#options;
    const folder = packageStore.workingFolder(identifier);
    await preparePluginFolder(await packageStore.read(identifier), folder, python);
    const env = { ...python.env, ...this.#options.env, ...secrets };
    const running = new PluginProcess({ folder, env, callInnerApi, onOutput });
    await running.launch();
    this.#processes.set(identifier, running);
  }
}

function toPluginId(identifier: string): string {
  return identifier.slice(0, identifier.indexOf(':'));
}
