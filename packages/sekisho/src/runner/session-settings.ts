import type { Keyring } from '../config/keyring.ts';
import type { PolicyProfile } from '../contracts/policy-profile.ts';
import type { SafetyGate } from '../gate/safety-gate.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Ledger } from './ledger.ts';

/** What every run of one runner shares. */
export interface SessionSettings {
  readonly store: StateStore;
  readonly ledger: Ledger;
  readonly gate: SafetyGate;
  readonly keyring: Keyring;
  readonly clock: () => number;
  readonly approvalTtlMs: number;
  readonly maxArgumentBytes: number;
}

/** What is special about one run. */
export interface RunSettings {
  readonly runId: string;
  readonly epoch: number;
  readonly segment: number;
  readonly profile: PolicyProfile;
  readonly policyVersion: string;
  /** Every call needs a person, whatever the gate says. */
  readonly requireHumanApproval: boolean;
  /** Trusted data that the host knows about the user. */
  readonly sessionData?: unknown;
}
