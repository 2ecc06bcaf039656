import type { HumanApprovalRequest } from './human-approval-request.ts';

/** A note about one value of a request, for the approver. */
export interface DisplayNote {
  /**
   * Problems: `number`, `duplicate_key`, `invisible`, `depth`, `size` and `name`. Warnings: `secret` and `blank`.
   */
  readonly code: 'number' | 'duplicate_key' | 'invisible' | 'depth' | 'size' | 'name' | 'secret' | 'blank';
  /** The path of the value, for example `payments[0].account`; empty for the whole call. */
  readonly path: string;
  readonly message: string;
  readonly message_ja: string;
}

/** Complete arguments, neither masked nor truncated. */
export interface CompleteArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The arguments as indented JSON with invisible characters escaped. */
  readonly arguments_text: string;
}

/** One recorded reading of the complete values of a request. */
export interface ApprovalReading extends CompleteArguments {
  /** The request as it is listed: masked and truncated. */
  readonly approval: HumanApprovalRequest;
  readonly agent_name: string;
  readonly tool_id: string;
  readonly server_id?: string | undefined;
  /** The edited arguments that replace the model's. */
  readonly edited?: (CompleteArguments & { readonly changed_paths: readonly string[] }) | undefined;
  /** Values that need a closer look: values that look like secrets, and long blanks that can push text out of view. */
  readonly warnings: readonly DisplayNote[];
  /** The reasons why the call cannot be displayed faithfully. It can then be denied or edited, but not approved. */
  readonly problems: readonly DisplayNote[];
  /** The proof of this reading. To approve, pass it as `displayed` with the same `by`. */
  readonly display_digest: string;
}
