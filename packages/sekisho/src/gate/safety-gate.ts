import { messageOf } from '../audit/describe-error.ts';
import { maskText } from '../audit/mask-text.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { gateDecisionSchema, type GateDecision, type RiskLevel } from '../contracts/gate-decision.ts';
import type { ToolCallRequest } from '../contracts/tool-call-request.ts';
import type { AgentLike, GateContext, SafetyAgent } from './safety-agent.ts';

/** A decision of the gate. `cause` is set when the safety agent gave no usable verdict, and says why. */
export type GateVerdictWithCause = GateDecision & { readonly cause?: unknown };

/** Decides whether a tool call may run. No usable verdict means no permission. */
export class SafetyGate {
  readonly #safetyAgent: SafetyAgent;
  readonly #timeoutMs: number;
  readonly #warned = new Set<string>();

  constructor(safetyAgent: SafetyAgent, options: { timeoutMs?: number } = {}) {
    this.#safetyAgent = safetyAgent;
    this.#timeoutMs = options.timeoutMs ?? DEFAULTS.judgeTimeoutMs;
  }

  /** True for judges that answer at once and look at the counters of the run. */
  get judgesByRules(): boolean {
    return this.#safetyAgent.appliesProfile;
  }

  async evaluate(
    agent: AgentLike,
    request: ToolCallRequest,
    context: GateContext,
  ): Promise<GateVerdictWithCause> {
    try {
      const answer = this.#safetyAgent.evaluate(agent, request, context);
      const verdict = isPromise(answer) ? await within(this.#timeoutMs, answer) : answer;
      const decision = this.#safetyAgent.appliesProfile && isTrusted(verdict) ? verdict : parse(verdict);
      if (this.#safetyAgent.appliesProfile) return decision;
      return limitByRisk(withoutSecrets(decision), context.policyProfile.name);
    } catch (cause) {
      return this.#denyBecauseOf(cause);
    }
  }

  #denyBecauseOf(cause: unknown): GateVerdictWithCause {
    const why = messageOf(cause);
    const reason = `AGENTS-E-GATE-EVAL: the safety agent gave no usable verdict, so the call is denied. ${why}`;
    // Once for each kind of failure: a judge that is down fails for every call.
    if (!this.#warned.has(why) && this.#warned.size < MAX_WARNINGS) {
      this.#warned.add(why);
      process.emitWarning(reason, { code: 'AGENTS-E-GATE-EVAL' });
    }
    return {
      decision: 'deny',
      risk_level: 5,
      reason,
      reason_ja: `AGENTS-E-GATE-EVAL: SafetyAgent の判定が得られないため、拒否しました。原因: ${why}`,
      rule_ids: ['gate.no-verdict'],
      cause,
    };
  }
}

const MAX_WARNINGS = 50;

/** Says what is wrong with an answer that is no decision. */
function parse(verdict: unknown): GateDecision {
  const parsed = gateDecisionSchema.safeParse(verdict);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  throw new Error(`Its answer is not a GateDecision (${faults.join('; ')}).`, { cause: parsed.error });
}

/** A judge of the host's may quote what it has seen, and its reason is shown, stored and thrown. */
const withoutSecrets = (decision: GateDecision): GateDecision => ({
  ...decision,
  reason: maskText(decision.reason),
  ...(decision.reason_ja === undefined ? {} : { reason_ja: maskText(decision.reason_ja) }),
});

/** The risk up to which each profile accepts the `allow` of a host's judge; above it a person is asked. */
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

/** A plain allow needs no schema, which would cost more than the rules do; everything that steers the run is checked. */
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
  const late = () =>
    reject(new Error(`It did not answer within ${timeoutMs} ms. Raise judgeTimeoutMs if it needs longer.`));
  const timer = setTimeout(late, timeoutMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
