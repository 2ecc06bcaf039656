import type { ToolKind } from '../wire/tool-call-request.ts';

/**
 * Returns whether a person can edit the arguments of such a call. Calls of the other kinds are executed from the
 * model's response.
 */
export const isEditable = (kind: ToolKind): boolean => !NOT_EDITABLE.has(kind);

const NOT_EDITABLE: ReadonlySet<ToolKind> = new Set<ToolKind>([
  'computer',
  'hosted',
  'hosted_mcp',
  'handoff',
]);
