import type { GateVerdict, RiskLevel } from '../wire/gate-decision.ts';
import type { ControlRole, Effect } from '../wire/tool-manifest.ts';
import type { KnownFacts, ValueOrigin } from '../policy/call-facts.ts';

/** One value of the arguments with its origin. `value` is truncated and masked. */
export interface ValueSource {
  readonly path: string;
  readonly role: ControlRole;
  readonly value: string;
  readonly origin: ValueOrigin;
  readonly tool?: string;
  /** The person who approved the value earlier in the run. */
  readonly by?: string;
}

/** The result of the rules for one call with its reasons, for people and for the audit log. */
export interface CallJudgement {
  readonly decision: GateVerdict;
  readonly risk_level: RiskLevel;
  readonly effect: Effect;
  /** Whether the call belongs to the plan of the task, if there is one. */
  readonly plan?: 'inside' | 'unclear' | 'outside';
  readonly rule_ids: readonly string[];
  readonly reason: { readonly en: string; readonly ja: string };
  readonly sources: readonly ValueSource[];
  /** The facts that the rules were evaluated with, before allow-lists. */
  readonly facts: KnownFacts;
  /** The destination of the effect. A grant with the scope `tool_and_destination` is limited to it. */
  readonly destination?: string;
  /** The amount of a spending call, for the counter of the run. */
  readonly amount?: number;
  /** The result of a shadow policy. */
  readonly shadow?: {
    readonly profile: string;
    readonly decision: GateVerdict;
    readonly rule_ids: readonly string[];
  };
}
