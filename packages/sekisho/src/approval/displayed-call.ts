import type { ToolKind } from '../contracts/tool-call-request.ts';

/** Everything about a call that a person must be able to see before approving it. */
export interface DisplayedCall {
  readonly agent_name: string;
  readonly tool_id: string;
  readonly tool_kind: ToolKind;
  readonly server_id?: string | undefined;
  /** The arguments as the model wrote them; null when they are too large to be displayed. */
  readonly args: string | null;
}

/** The arguments of larger calls are not displayed, so such a call cannot be approved. */
export const MAX_DISPLAYED_CHARACTERS = 100_000;

/** Names have to fit into the prompt. */
export const MAX_TOOL_NAME = 400;
export const MAX_AGENT_NAME = 200;
