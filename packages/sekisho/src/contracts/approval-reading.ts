import type { HumanApprovalRequest } from './human-approval-request.ts';

/** A remark about one value of a request, for the person who decides. */
export interface DisplayNote {
  /**
   * Problems: `number`, `duplicate_key`, `invisible`, `depth`, `size` and `name`. Warnings: `secret` and `blank`.
   */
  readonly code: 'number' | 'duplicate_key' | 'invisible' | 'depth' | 'size' | 'name' | 'secret' | 'blank';
  /** Where the value is, for example `payments[0].account`; empty for the call as a whole. */
  readonly path: string;
  readonly message: string;
  readonly message_ja: string;
}

/** Arguments in full: nothing is masked or shortened. */
export interface CompleteArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The same as indented JSON, in which invisible characters are written as escapes. */
  readonly arguments_text: string;
}

/** One recorded reading of everything that a request asks about. */
export interface ApprovalReading extends CompleteArguments {
  /** The request as it is listed: masked and shortened. */
  readonly approval: HumanApprovalRequest;
  readonly agent_name: string;
  readonly tool_id: string;
  readonly server_id?: string | undefined;
  /** The arguments that a person put in place of the model's. */
  readonly edited?: (CompleteArguments & { readonly changed_paths: readonly string[] }) | undefined;
  /** What to look at closely: values that look like secrets, and long blanks that can push text out of sight. */
  readonly warnings: readonly DisplayNote[];
  /** Why the call cannot be displayed faithfully. It can then be denied or edited, but not approved. */
  readonly problems: readonly DisplayNote[];
  /** Proof of this reading. Pass it as `displayed` with the decision to approve, with the same `by`. */
  readonly display_digest: string;
}
