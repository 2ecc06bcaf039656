/**
 * Returns whether an agent executes the tool. Such tools are usually created before the hooks are installed, and upstream
 * does not mark them. Only they accept listeners without a method to remove or call them. A function tool that a program
 * made an emitter is not an agent tool, so its effects are recorded.
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
