import * as core from '@openai/agents-core';
import { installHooks } from '../sdk/install-hooks.ts';
import type { AnyAgent } from '../sdk/upstream.ts';

/**
 * Upstream's class; only, whoever reads a saved state gets it with its seal and with gated tools, also in a process that
 * has not run anything yet. Upstream's own class stays as it is until then.
 */
export const RunState: typeof core.RunState = new Proxy(core.RunState, {
  get: (upstream, key) => {
    if (key === 'fromString' || key === 'fromStringWithContext') installHooks();
    return Reflect.get(upstream, key);
  },
});
export type RunState<TContext, TAgent extends AnyAgent> = core.RunState<TContext, TAgent>;
