import type { Readable, Writable } from 'node:stream';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import { createRuntime, type Runtime } from '../session/runtime.ts';
import { serveLines } from './serve-lines.ts';

/** The streams between a local plugin and its daemon. */
export type StdioOptions = { input: Readable; output: Writable } & Partial<Runtime>;

/** Serves a plugin that the daemon started as its child process. Settles when the process may exit. */
export function serveStdio(
  plugin: PluginDefinition,
  { input, output, ...options }: StdioOptions,
): Promise<void> {
  return serveLines({ plugin, runtime: createRuntime(options), input, output });
}
