import { readCall } from './tool-calls-of.ts';

/** Yields the arguments of every call in a saved state, and in nested states of agents that were called as tools. */
export function* argumentsIn(state: string): Generator<string> {
  if (!state.startsWith('{') && !state.startsWith('[')) return;
  const inside: string[] = [];
  const found: string[] = [];
  try {
    JSON.parse(state, (_key, value: unknown) => {
      if (typeof value === 'string') inside.push(value);
      const call = readCall(value);
      if (call) found.push(call.rawArguments);
      return value;
    });
  } catch {
    return;
  }
  yield* found;
  for (const text of inside) yield* argumentsIn(text);
}
