import { maskText } from '../audit/mask-text.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { gateDecisionSchema, type GateDecision, type RiskLevel } from '../contracts/gate-decision.ts';
import type { ToolCallRequest } from '../contracts/tool-call-request.ts';
import type { AgentLike, GateContext, SafetyAgent } from './safety-agent.ts';

/** Decides whether a tool call may run. No usable verdict means no permission. */
export class SafetyGate {
  readonly #safetyAgent: SafetyAgent;
  readonly #timeoutMs: number;

  constructor(safetyAgent: SafetyAgent, options: { timeoutMs?: number } = {}) {
    this.#safetyAgent = safetyAgent;
    this.#timeoutMs = options.timeoutMs ?? DEFAULTS.judgeTimeoutMs;
  }

  /** True for judges that answer at once and look at the counters of the run. */
  get judgesByRules(): boolean {
    return this.#safetyAgent.appliesProfile;
  }

  async evaluate(agent: AgentLike, request: ToolCallRequest, context: GateContext): Promise<GateDecision> {
    try {
      const answer = this.#safetyAgent.evaluate(agent, request, context);
      const verdict = isPromise(answer) ? await within(this.#timeoutMs, answer) : answer;
      const decision =
        this.#safetyAgent.appliesProfile && isTrusted(verdict) ? verdict : gateDecisionSchema.parse(verdict);
      if (this.#safetyAgent.appliesProfile) return decision;
      return limitByRisk(withoutSecrets(decision), context.policyProfile.name);
    } catch {
      return {
        decision: 'deny',
        risk_level: 5,
        reason: 'AGENTS-E-GATE-EVAL: the safety agent gave no usable verdict, so the call is denied.',
        reason_ja: 'AGENTS-E-GATE-EVAL: SafetyAgent の判定が得られないため、拒否しました。',
        rule_ids: ['gate.no-verdict'],
      };
    }
  }
}

/** A foreign judge may quote what it has seen, and its reason is shown, stored and thrown. */
const withoutSecrets = (decision: GateDecision): GateDecision => ({
  ...decision,
  reason: maskText(decision.reason),
  ...(decision.reason_ja === undefined ? {} : { reason_ja: maskText(decision.reason_ja) }),
});

/** The risk up to which each profile believes a foreign judge's `allow`; above it a person is asked. */
const RISK_CEILING: Readonly<Record<string, RiskLevel>> = { strict: 2, balanced: 3, fast: 4 };

function limitByRisk(decision: GateDecision, profile: string): GateDecision {
  const ceiling = (Object.hasOwn(RISK_CEILING, profile) ? RISK_CEILING[profile] : undefined) ?? 2;
  if (decision.decision !== 'allow' || decision.risk_level <= ceiling) return decision;
  return {
    ...decision,
    decision: 'needs_human',
    reason: `${decision.reason} Risk ${decision.risk_level} needs a person in the profile "${profile}".`,
    rule_ids: [...(decision.rule_ids ?? []), 'profile.risk-ceiling'],
  };
}

/** A plain allow needs no schema, which would cost more than the rules do; everything that steers the run is looked at. */
const isTrusted = ({ decision, reason, risk_level: risk, amount }: GateDecision) =>
  decision === 'allow' &&
  typeof reason === 'string' &&
  RISK_LEVELS.has(risk) &&
  (amount === undefined || Number.isFinite(amount));

const RISK_LEVELS: ReadonlySet<unknown> = new Set<RiskLevel>([1, 2, 3, 4, 5]);

const isPromise = (value: unknown): value is Promise<GateDecision> =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';

async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The safety agent took too long.')), timeoutMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
