import { messageOf } from '../audit/describe-error.ts';
import { maskText } from '../audit/mask-text.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { gateDecisionSchema, type GateDecision, type RiskLevel } from '../wire/gate-decision.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { MemoryPolicyStore, type PolicyStore } from '../policy/policy-store.ts';
import {
  completeCall,
  type CompleteCall,
  type DescribeTools,
  type GateContextInput,
  type GateRequest,
} from './complete-call.ts';
import { SafetyAgent, type AgentLike, type SafetyAgentLike } from './safety-agent.ts';
import { stricterDecision } from './stricter-decision.ts';

/**
 * Decides whether a tool call may run. Throws AGENTS-E-GATE-EVAL when there is no valid decision, which permits
 * nothing.
 */
export class SafetyGate {
  readonly #safetyAgent: SafetyAgentLike;
  readonly #timeoutMs: number;
  readonly #policies: PolicyStore;
  readonly #describeTools: DescribeTools;
  readonly #warned = new Set<string>();
  /** True for judges of this package that return synchronously and use the counters of the run. */
  readonly judgesByRules: boolean;

  constructor(
    safetyAgent: SafetyAgentLike,
    options: {
      readonly timeoutMs?: number | undefined;
      /** The source of profiles that a context names. */
      readonly policyStore?: PolicyStore | undefined;
      /** Reads the tools of an agent, for calls outside of a run. By default the request must contain the tool. */
      readonly describeTools?: DescribeTools | undefined;
    } = {},
  ) {
    this.#safetyAgent = safetyAgent;
    this.judgesByRules = safetyAgent instanceof SafetyAgent && safetyAgent.appliesProfile;
    this.#timeoutMs = options.timeoutMs ?? DEFAULTS.judgeTimeoutMs;
    this.#policies = options.policyStore ?? new MemoryPolicyStore();
    this.#describeTools = options.describeTools ?? (async () => []);
  }

  /**
   * Evaluates one call. Outside of a run, `context` requires only `policyProfile`: the tool and the capabilities are
   * read from the agent. Throws AGENTS-E-AGENT-CAPABILITY-RESOLVE when the agent does not list the tool.
   */
  async evaluate(agent: AgentLike, request: GateRequest, context: GateContextInput): Promise<GateDecision> {
    const call = { request, context };
    const complete = isComplete(call)
      ? call
      : await completeCall(agent, request, context, {
          policies: this.#policies,
          describeTools: this.#describeTools,
        });
    try {
      const answer = this.#safetyAgent.evaluate(agent, complete.request, complete.context);
      const verdict = isPromise(answer) ? await within(this.#timeoutMs, answer) : answer;
      const decision = this.judgesByRules && isTrusted(verdict) ? verdict : parse(verdict);
      if (this.judgesByRules) return decision;
      return limitByRisk(withoutSecrets(decision), complete.context.policyProfile.name);
    } catch (cause) {
      throw this.#noVerdict(cause);
    }
  }

  /** Evaluates a call of a run. A safety agent that fails results in a denial. */
  async evaluateOrDeny(agent: AgentLike, { request, context }: CompleteCall): Promise<GateVerdictWithCause> {
    try {
      return await this.evaluate(agent, request, context);
    } catch (error) {
      return denialOf(error);
    }
  }

  /** Whether the safety agent consists only of rules, so that `evaluateNow` is its complete judgement. */
  get isSynchronous(): boolean {
    return this.#safetyAgent instanceof SafetyAgent && this.#safetyAgent.isSynchronous;
  }

  /**
   * Evaluates the rules of the safety agent with the current counters, without waiting. `early` is the decision that it made
   * before; the stricter decision applies. A failure results in a denial.
   */
  evaluateNow(
    agent: AgentLike,
    { request, context }: CompleteCall,
    early?: GateVerdictWithCause,
  ): GateVerdictWithCause {
    const rules = this.#safetyAgent instanceof SafetyAgent ? this.#safetyAgent.rules : undefined;
    if (!rules) return early ?? denialOf(this.#noVerdict(new Error('It has no rules.')));
    try {
      const verdict = rules(agent, request, context);
      const ruled = isTrusted(verdict) ? verdict : parse(verdict);
      return early === undefined ? ruled : stricterDecision(early, ruled);
    } catch (cause) {
      return denialOf(this.#noVerdict(cause));
    }
  }

  #noVerdict(cause: unknown): SekishoError {
    const why = messageOf(cause);
    const message = `The safety agent returned no valid decision, so the call is denied. ${why}`;
    // Each kind of failure is reported once, because an unavailable judge fails for every call.
    if (!this.#warned.has(why) && this.#warned.size < MAX_WARNINGS) {
      this.#warned.add(why);
      process.emitWarning(message, { code: 'AGENTS-E-GATE-EVAL' });
    }
    return new SekishoError('AGENTS-E-GATE-EVAL', message, { cause });
  }
}

const MAX_WARNINGS = 50;

/** A decision in a run. `cause` is the error AGENTS-E-GATE-EVAL when the safety agent returned no valid decision. */
export type GateVerdictWithCause = GateDecision & { readonly cause?: unknown };

function denialOf(error: unknown): GateVerdictWithCause {
  if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-GATE-EVAL') throw error;
  return {
    decision: 'deny',
    risk_level: 5,
    reason: `${error.code}: ${error.message}`,
    reason_ja: `${error.code}: SafetyAgent の判定が得られないため、拒否しました。原因: ${messageOf(error.cause)}`,
    rule_ids: ['gate.no-verdict'],
    cause: error,
  };
}

/** Returns whether the call has all inputs, as calls of a run do. */
function isComplete(call: { request: GateRequest; context: GateContextInput }): call is CompleteCall {
  const { request, context } = call;
  return (
    request.tool !== undefined &&
    context.capabilities !== undefined &&
    context.history !== undefined &&
    context.counters !== undefined &&
    typeof context.policyProfile === 'object'
  );
}

/** Parses a decision. Throws an error that describes an invalid one. */
function parse(verdict: unknown): GateDecision {
  const parsed = gateDecisionSchema.safeParse(verdict);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
  throw new Error(`Its result is not a GateDecision (${faults.join('; ')}).`, { cause: parsed.error });
}

/** Masks the reason of a custom judge, which may quote its inputs and is displayed, stored and thrown. */
const withoutSecrets = (decision: GateDecision): GateDecision => ({
  ...decision,
  reason: maskText(decision.reason),
  ...(decision.reason_ja === undefined ? {} : { reason_ja: maskText(decision.reason_ja) }),
});

/** The maximum risk at which each profile accepts the `allow` of a custom judge. Above it, an approval is required. */
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

/**
 * An allow of our own rules needs no schema validation, which would take longer than the rules. All fields with
 * consequences are checked.
 */
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
    reject(new Error(`It did not respond within ${timeoutMs} ms. Raise judgeTimeoutMs if it needs longer.`));
  const timer = setTimeout(late, timeoutMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
