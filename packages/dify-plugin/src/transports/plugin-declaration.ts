import type { JsonRecord } from '../wire/json-record.ts';

/** A plugin as it presents itself to the daemon: its YAML files as JSON, providers with their models inlined. */
export type PluginDeclaration = {
  readonly manifest: JsonRecord;
  readonly models: readonly JsonRecord[];
  readonly tools: readonly JsonRecord[];
  readonly agentStrategies: readonly JsonRecord[];
  /** The files under `_assets`, by their path below it. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
};
