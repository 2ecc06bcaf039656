/**
 * Whether an agent stands behind a tool. Most are made when a program starts, before any hook could see it; upstream keeps
 * to itself which they are, but only they have listeners.
 */
export function isAgentTool(tool: object): boolean {
  return Reflect.get(tool, 'type') === 'function' && typeof Reflect.get(tool, 'on') === 'function';
}
