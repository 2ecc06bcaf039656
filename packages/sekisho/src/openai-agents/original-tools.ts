import { ambientScope } from './run-scope.ts';
import type { AnyAgent } from './upstream.ts';

/** Stores the host's tool of a gated copy. */
export function rememberOriginal(copy: object, original: object): void {
  originals.set(copy, original);
}

/** Returns the host's tool of a gated copy, or the value itself for anything else. */
export function originalOf<T>(tool: T): T;
export function originalOf(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null ? (originals.get(tool) ?? tool) : tool;
}

/** Returns the arguments of an event with the host's tool instead of its copy. `index` counts from the end. */
export function withOriginalTool(args: readonly unknown[], index: number): unknown[] {
  return args.with(index, originalOf(args.at(index)));
}

/**
 * Makes `agent.toolUseBehavior` receive results with the host's tools, so that it can compare them. Upstream reads this
 * property and has no other extension point between the results and the function.
 */
export function gateToolUseBehavior(agent: AnyAgent): void {
  if (agents.has(agent) || typeof agent.toolUseBehavior !== 'function') return;
  let current: AnyAgent['toolUseBehavior'] = agent.toolUseBehavior;
  Object.defineProperty(agent, 'toolUseBehavior', {
    get: () => (ambientScope.getStore() && typeof current === 'function' ? withOriginals(current) : current),
    set: (behavior: AnyAgent['toolUseBehavior']) => {
      current = behavior;
    },
    enumerable: true,
    configurable: true,
  });
  agents.add(agent);
}

type Behavior = Extract<AnyAgent['toolUseBehavior'], CallableFunction>;

function withOriginals(behavior: Behavior): Behavior {
  const known = wrapped.get(behavior);
  if (known) return known;
  const made: Behavior = (context, results) => behavior(context, results.map(withOriginal));
  wrapped.set(behavior, made);
  wrapped.set(made, made);
  return made;
}

const withOriginal = <T extends { readonly tool: object }>(result: T): T => ({
  ...result,
  tool: originalOf(result.tool),
});

const originals = new WeakMap<object, object>();
const agents = new WeakSet<object>();
const wrapped = new WeakMap<Behavior, Behavior>();
