import * as core from '@openai/agents-core';
import { installPatches } from '../openai-agents/patches.ts';
import type { AnyAgent } from '../openai-agents/upstream.ts';

/**
 * Upstream's class, which installs the hooks before it reads a saved state. Then the seal is checked and the tools are gated
 * even in a process that has not started a run yet. Until then upstream's class is unmodified.
 */
export const RunState: typeof core.RunState = new Proxy(core.RunState, {
  get: (upstream, key) => {
    if (key === 'fromString' || key === 'fromStringWithContext') installPatches();
    return Reflect.get(upstream, key);
  },
});
export type RunState<TContext, TAgent extends AnyAgent> = core.RunState<TContext, TAgent>;
