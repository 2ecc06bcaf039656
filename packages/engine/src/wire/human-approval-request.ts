import type { RiskLevel } from './gate-decision.ts';
import type { ToolKind } from './tool-call-request.ts';
import type { ControlRole } from './tool-manifest.ts';

/** The status of an approval request. `expired` means that no decision was made, which differs from `denied`. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/**
 * How much of the call the prompt displays. `complete`: all of it. `partial`: values are masked or truncated, and an
 * approval requires a recorded reading of the complete values. `blocked`: the call cannot be displayed faithfully, so
 * it can be denied or edited, but not approved.
 */
export const APPROVAL_DISPLAYS = ['complete', 'partial', 'blocked'] as const;
export type ApprovalDisplay = (typeof APPROVAL_DISPLAYS)[number];

/** The person who decided, from the host's authentication layer, never from a request body. */
export interface Approver {
  readonly id: string;
  readonly assurance?: string | undefined;
  /** `host`: the host program decided, through `onApproval` or `state.approve()`. Absent for a person. */
  readonly kind?: 'host' | undefined;
}

/** What a grant with this approval would cover. Both texts are displayed to the approver. */
export interface GrantOffer {
  /** The keyed digest of the agent, the tool and every value that a later call must repeat. */
  readonly covered_digest: string;
  readonly covers: string;
  readonly covers_ja: string;
  /** Patterns that a standing permission could cover instead of the exact values. A grant never covers them. */
  readonly patterns?: readonly Omit<GrantOffer, 'patterns'>[] | undefined;
}

/** Whether a call belongs to the plan that was made from the user's request. */
export interface PlanNote {
  readonly fit: 'inside' | 'unclear' | 'outside';
  readonly text: string;
  readonly text_ja: string;
}

/** Which values of the call an approval makes the user's for the rest of the run. Both texts are displayed. */
export interface ValueOffer {
  /** The arguments, without indexes, and the role in which their values count. */
  readonly values: readonly { readonly name: string; readonly role: ControlRole }[];
  readonly counts: string;
  readonly counts_ja: string;
}

/** A request for the decision of a person about exactly one action. */
export interface HumanApprovalRequest {
  readonly approval_id: string;
  readonly run_id: string;
  readonly required_action: string;
  readonly prompt: string;
  readonly prompt_ja: string;
  readonly status: ApprovalStatus;
  /** `call`: whether the call may run. `outcome`: what to do about a call whose outcome is unknown after a crash. */
  readonly kind: 'call' | 'outcome';
  readonly tool_call_id: string;
  readonly call_key: string;
  readonly tool_id: string;
  readonly tool_kind: ToolKind;
  /** A tool with another digest is another tool, and a grant does not cover it. */
  readonly definition_digest: string;
  readonly agent_name: string;
  readonly turn: string;
  readonly risk_level: RiskLevel;
  /** The effect of the call: read, write, send, delete, spend, execute or admin; empty when unknown. */
  readonly effect: string;
  readonly reason: string;
  /** The arguments with secrets masked and long values truncated, as JSON text, for lists, logs and messages. */
  readonly args_masked: string;
  /** How much of the call the prompt displays; absent in a request about an outcome. */
  readonly display?: ApprovalDisplay | undefined;
  /** The complete call, encrypted for this run and request. `readApproval()` decrypts it and records who read it. */
  readonly args_sealed?: string | undefined;
  /** Binds the approval to run, agent, tool definition, server, exact arguments and policy version. */
  readonly action_digest: string;
  readonly destination?: string | undefined;
  /** `host` when only the tool's own policy requires the approval and the gate allowed the call. */
  readonly asked_by?: 'host' | undefined;
  /** Only a named person may approve: the profile does not accept decisions of the host program. */
  readonly named_approver?: true | undefined;
  /** Whether the call belongs to the plan of the task, if the run has one. Both texts are displayed. */
  readonly plan?: PlanNote | undefined;
  /** Absent when this call needs an approval each time. */
  readonly grant_offer?: GrantOffer | undefined;
  /** Absent when the values count only for this call. */
  readonly value_offer?: ValueOffer | undefined;
  readonly created_at: string;
  readonly expires_at: string;
  readonly decided_at?: string | undefined;
  readonly decided_by?: Approver | undefined;
  readonly comment?: string | undefined;
  /**
   * The edited arguments that replace the model's. The gate evaluates them again. The text contains a masked form,
   * which `approvalEditOf()` reads, and the encrypted complete arguments.
   */
  readonly edited_args?: string | undefined;
  /** The approver declined `value_offer`: the values count only for this call. */
  readonly values_once?: true | undefined;
  /** The migration withdrew a decision of version 0.1 and issued the request again. */
  readonly reissued?: true | undefined;
  /** Set once, before the approved call runs. */
  readonly used_at?: string | undefined;
}

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

/** A single-use token that resumes one suspended run. Only its SHA-256 is stored. */
export interface ResumeToken {
  readonly token: string;
  readonly run_id: string;
  readonly expires_at: string;
  readonly status: 'active' | 'used' | 'expired';
}
