import type { ToolKind } from '../wire/tool-call-request.ts';

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
