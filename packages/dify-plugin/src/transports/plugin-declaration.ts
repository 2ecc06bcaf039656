import type { JsonRecord } from '../wire/json-record.ts';

/** A plugin as it registers at the daemon: its YAML files as JSON, with the models inlined in their providers. */
export type PluginDeclaration = {
  readonly manifest: JsonRecord;
  readonly models: readonly JsonRecord[];
  readonly tools: readonly JsonRecord[];
  readonly agentStrategies: readonly JsonRecord[];
  /** The files under `_assets`, by their relative path. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
};
