import type { ToolDescription } from '@sekisho/engine';

/** A tool call in a response of the model, in the form of the Agents SDK. */
export interface UpstreamCall {
  readonly callId: string;
  /** The name on the wire, with its namespace if it has one. */
  readonly wireName: string;
  /** The arguments exactly as the model wrote them. Every authorization is bound to this text. */
  readonly rawArguments: string;
  /** Selects the list of tools that contains the name. */
  readonly type: 'function_call' | 'shell_call' | 'apply_patch_call' | 'computer_call' | 'hosted_mcp_call';
  readonly serverLabel?: string | undefined;
}

/** A call with its tool. */
export type ResolvedCall = UpstreamCall & { readonly tool: ToolDescription };

/** A call of the current turn that the engine knows by its key. */
export type GatedCall = ResolvedCall & { readonly key: string };
