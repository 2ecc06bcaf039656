import type { ModelRegistry, ReasoningCache } from '@sekisho/responses';
import type { PluginSettings } from '../config/env.ts';

/** The dependencies of the plugin. */
export type PluginParts = PluginSettings & {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly registry: ModelRegistry;
  /** The reasoning between rounds of tool calls, which Dify's messages cannot contain. */
  readonly reasoning: ReasoningCache;
};
