import type { ApprovalController } from '../approval/approval-controller.ts';
import type { Authority } from '../approval/authority/authority.ts';
import type { DebugLog } from '../audit/debug-log.ts';
import type { Keyring } from '../config/keyring.ts';
import type { Principal } from '../contracts/principal.ts';
import type { PolicyProfile } from '../contracts/policy-profile.ts';
import type { ToolDescription } from '../contracts/tool-call-request.ts';
import type { ManifestRegistry } from '../gate/manifest/manifest-registry.ts';
import type { SafetyGate } from '../gate/safety-gate.ts';
import type { StateStore } from '../store/state-store.ts';
import type { AuditMode, Ledger } from './ledger.ts';
import type { Principals } from './principals.ts';
import type { Continuation } from './sealed-state.ts';

/** What every run of one runner shares. */
export interface SessionSettings {
  readonly store: StateStore;
  readonly ledger: Ledger;
  readonly gate: SafetyGate;
  readonly keyring: Keyring;
  readonly authority: Authority;
  /** The questions to people, for answers that come while the run goes on. */
  readonly approvals: ApprovalController;
  readonly clock: () => number;
  /** Diagnostics, if AGENTS_LOG_LEVEL asks for them. */
  readonly debug?: DebugLog | undefined;
  /** The application that this process belongs to: its runs are opened for it. */
  readonly application: string;
  readonly approvalTtlMs: number;
  readonly maxArgumentBytes: number;
  /** What the host chose for all runs; without it the profile decides. */
  readonly auditMode?: AuditMode | undefined;
  /** Whether this profile may touch this tool at all; only tools of the MCP gateway have scopes. */
  readonly isInScope: (profile: string, tool: ToolDescription) => boolean;
  /** What is known about each tool definition, shared by all runs. */
  readonly manifestRegistry: ManifestRegistry;
  /** Whose words reach each agent. */
  readonly principals: Principals;
  /** The same tool with the manifest that its owner confirmed, if there is one. */
  readonly withManifest: (tool: ToolDescription) => ToolDescription;
}

/**
 * Whether a run waits for its records. The strict profile does so for every call; the others let an owner-declared read
 * go on while its record is being written.
 */
export const auditModeOf = (settings: Pick<SessionSettings, 'auditMode'>, profile: string): AuditMode =>
  settings.auditMode ?? (profile === 'strict' ? 'required' : 'best_effort');

/** One attempt at a run. */
export type RunAttempt = Pick<RunSettings, 'runId' | 'epoch'>;

/** What is special about one run. */
export interface RunSettings {
  readonly runId: string;
  readonly epoch: number;
  readonly segment: number;
  readonly profile: PolicyProfile;
  readonly policyVersion: string;
  /** Whose words the input is, as far as is known when this part of the run begins. */
  readonly user: Principal;
  /** Every call needs a person, whatever the gate says. */
  readonly requireHumanApproval: boolean;
  readonly auditMode: AuditMode;
  /** What the run did before it waited; its limits count on from there. */
  readonly counters?: { readonly writes: number; readonly spend: number } | undefined;
  /** What the run had read before it waited. */
  readonly marks?: Continuation['marks'];
  /** Trusted data that the host knows about the user. */
  readonly sessionData?: unknown;
}
