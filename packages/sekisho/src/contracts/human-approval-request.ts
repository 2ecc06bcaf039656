import type { RiskLevel } from './gate-decision.ts';
import type { ToolKind } from './tool-call-request.ts';

/** Where a request to a person stands. Expired is not denied: nobody said no. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/**
 * How much of the call the prompt shows. `complete`: all of it. `partial`: values are masked or shortened, and an approval
 * needs a recorded reading of the complete values. `blocked`: the call cannot be displayed faithfully, so it can be denied
 * or edited, but not approved.
 */
export const APPROVAL_DISPLAYS = ['complete', 'partial', 'blocked'] as const;
export type ApprovalDisplay = (typeof APPROVAL_DISPLAYS)[number];

/** Who decided, as the host's authentication layer says; never a string from a request body. */
export interface Approver {
  readonly id: string;
  readonly assurance?: string | undefined;
  /** `host`: the host program decided, through `onApproval` or `state.approve()`. Absent for a person. */
  readonly kind?: 'host' | undefined;
}

/** What a grant together with the approval would cover; both texts are shown to the person who decides. */
export interface GrantOffer {
  /** Keyed digest of the agent, the tool and every value that a later call must repeat. */
  readonly covered_digest: string;
  readonly covers: string;
  readonly covers_ja: string;
}

/** A question to a person about exactly one action. */
export interface HumanApprovalRequest {
  readonly approval_id: string;
  readonly run_id: string;
  readonly required_action: string;
  readonly prompt: string;
  readonly prompt_ja: string;
  readonly status: ApprovalStatus;
  /** `call`: may this call run? `outcome`: a crash hid whether this call ran; what now? */
  readonly kind: 'call' | 'outcome';
  readonly tool_call_id: string;
  readonly call_key: string;
  readonly tool_id: string;
  readonly tool_kind: ToolKind;
  /** A tool that changed since is another tool, and a grant for it ends. */
  readonly definition_digest: string;
  readonly agent_name: string;
  readonly turn: string;
  readonly risk_level: RiskLevel;
  /** What the call does: read, write, send, delete, spend, execute or admin; empty when nobody knows. */
  readonly effect: string;
  readonly reason: string;
  /** Arguments with secrets masked and long values shortened, as JSON text; for lists, logs and messages. */
  readonly args_masked: string;
  /** How much of the call the prompt shows; absent in a question about an outcome. */
  readonly display?: ApprovalDisplay | undefined;
  /** The complete call, encrypted for this run and request. `readApproval()` opens it and records who read it. */
  readonly args_sealed?: string | undefined;
  /** Binds the approval to run, agent, tool definition, server, exact arguments and policy version. */
  readonly action_digest: string;
  readonly destination?: string | undefined;
  /** `host` when only the tool's own policy asks: the gate allowed the call. */
  readonly asked_by?: 'host' | undefined;
  /** Only a named person may approve: the profile does not accept decisions of the host program. */
  readonly named_approver?: true | undefined;
  /** Absent when this call has to be asked about each time. */
  readonly grant_offer?: GrantOffer | undefined;
  readonly created_at: string;
  readonly expires_at: string;
  readonly decided_at?: string | undefined;
  readonly decided_by?: Approver | undefined;
  readonly comment?: string | undefined;
  /**
   * Arguments that the person put in place of the model's; they pass the gate again. The text holds a masked form, which
   * `approvalEditOf()` reads, and the complete arguments encrypted.
   */
  readonly edited_args?: string | undefined;
  /** A decision of version 0.1 was taken back by the migration, and the request issued again. */
  readonly reissued?: true | undefined;
  /** Set once, when the approved call is about to run. */
  readonly used_at?: string | undefined;
}
