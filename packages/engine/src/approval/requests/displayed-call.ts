import { replaceInvisibleInLine } from '../../checks/invisible-characters.ts';
import type { ToolKind } from '../../wire/tool-call-request.ts';

/** The parts of a call that a person must be able to read before approving it. */
export interface DisplayedCall {
  readonly agent_name: string;
  readonly tool_id: string;
  readonly tool_kind: ToolKind;
  readonly server_id?: string | undefined;
  /** The arguments from the model, or null when they are too large to display. */
  readonly args: string | null;
}

/** Longer arguments are not displayed, so the call cannot be approved. */
export const MAX_DISPLAYED_CHARACTERS = 100_000;

/** Longer names do not fit into the prompt. */
export const MAX_TOOL_NAME = 400;
export const MAX_AGENT_NAME = 200;

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

/**
 * Returns the text on one line with control, zero-width and direction characters as visible codes, so that a tool
 * cannot make a request look different from what is executed.
 */
export function plainText(text: string, maxLength = 2000): string {
  const visible = replaceInvisibleInLine(text, codeOf);
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible;
}

const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16) ?? '0'}}`;
