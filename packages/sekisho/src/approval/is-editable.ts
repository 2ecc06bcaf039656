import type { ToolKind } from '../contracts/tool-call-request.ts';

/** Whether a person can replace the arguments of such a call. The others are executed from the model's own answer. */
export const isEditable = (kind: ToolKind): boolean => !NOT_EDITABLE.has(kind);

const NOT_EDITABLE: ReadonlySet<ToolKind> = new Set<ToolKind>([
  'computer',
  'hosted',
  'hosted_mcp',
  'handoff',
]);
