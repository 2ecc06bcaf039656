import type { GateVerdict, RiskLevel } from './gate-decision.ts';
import type { ControlRole, Effect } from './tool-manifest.ts';
import type { ValueOrigin } from './value-origin.ts';

/** One value of the arguments with the place it came from; `value` is shortened and masked. */
export interface ValueSource {
  readonly path: string;
  readonly role: ControlRole;
  readonly value: string;
  readonly origin: ValueOrigin;
  readonly tool?: string;
}

/** What the rules say about one call, and why, for people and for the audit log. */
export interface CallJudgement {
  readonly decision: GateVerdict;
  readonly risk_level: RiskLevel;
  readonly effect: Effect;
  readonly rule_ids: readonly string[];
  readonly reason: { readonly en: string; readonly ja: string };
  readonly sources: readonly ValueSource[];
  /** Where the effect goes; a grant after an approval is for this tool and this destination. */
  readonly destination?: string;
  /** The amount that a spending call moves, for the run's counter. */
  readonly amount?: number;
  /** What a policy on trial would have said. */
  readonly shadow?: {
    readonly profile: string;
    readonly decision: GateVerdict;
    readonly rule_ids: readonly string[];
  };
}
