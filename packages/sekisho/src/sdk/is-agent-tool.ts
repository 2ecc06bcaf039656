/**
 * Whether an agent stands behind a tool. Most are made when a program starts, before any hook could see it, and upstream
 * keeps to itself which they are. But only they take listeners and can neither drop one nor be made to call it; a tool
 * that somebody made an emitter of is a tool, and its effects are recorded.
 */
export function isAgentTool(tool: object): boolean {
  const listen: unknown = Reflect.get(tool, 'on');
  return (
    Reflect.get(tool, 'type') === 'function' &&
    typeof listen === 'function' &&
    listen.length === 2 &&
    !EMITTING.some((name) => Reflect.has(tool, name))
  );
}

const EMITTING = ['emit', 'off', 'removeListener'];
