import type { CallJudgement } from './call-judgement.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import { loadProfile } from '../policy/load-profile.ts';
import type { ToolCallRequest, ToolKind } from '../wire/tool-call-request.ts';
import { judgeCall } from './judge-call.ts';
import { factsToRecord, withLateFacts } from './replay/evaluate-recorded.ts';
import { SafetyAgent, type JudgeByRules } from './safety-agent.ts';

/**
 * The default judge: rules about the effect of a call, the origin of each value and the user's request. It uses no
 * model, so it is fast, free and deterministic.
 */
export class RuleSafetyAgent extends SafetyAgent {
  readonly #rules: JudgeByRules;

  /** `shadow` names a profile that is evaluated in addition and only recorded, to test it before it is applied. */
  constructor(options: { readonly shadow?: string | undefined } = {}) {
    const shadow = options.shadow === undefined ? undefined : loadProfile(options.shadow);
    const rules: JudgeByRules = (_agent, request, context) =>
      TRANSFERS[request.tool_kind] ??
      ofProvider(
        request,
        toDecision(
          judgeCall({
            tool: request.tool,
            args: request.args,
            history: context.history,
            profile: context.policyProfile,
            counters: context.counters,
            user: context.user,
            plan: context.plan,
            shadow,
          }),
        ),
      );
    super(rules, { appliesProfile: true, rules });
    this.#rules = rules;
  }

  /** Inside of a run, `rules` is used instead: its facts about the results are added when the record is rendered. */
  override evaluate(...call: Parameters<JudgeByRules>): GateDecision {
    const { marks } = call[2].history;
    const decision = this.#rules(...call);
    return decision.facts ? { ...decision, facts: withLateFacts(decision.facts, marks) } : decision;
  }
}

/**
 * A transfer to another agent changes nothing itself, regardless of the agent's name. Each call of that agent is
 * evaluated with the same history.
 */
const TRANSFER: GateDecision = {
  decision: 'allow',
  risk_level: 1,
  reason: 'Passing the work to another agent changes nothing; its own calls are judged.',
  reason_ja: '別のエージェントへの引き継ぎ自体は何も変更しません。引き継ぎ先の呼び出しは個別に判定されます。',
  effect: 'read',
  rule_ids: ['agent.transfer'],
};
const TRANSFERS: Readonly<Partial<Record<ToolKind, GateDecision>>> = { handoff: TRANSFER, agent: TRANSFER };

/**
 * A tool of the provider is evaluated before the model request, when there is no call, so the user's request is not
 * considered. The decision depends on whether the tool can change something, because its calls cannot be approved
 * individually.
 */
function ofProvider({ tool_kind, tool }: ToolCallRequest, decision: GateDecision): GateDecision {
  if (tool_kind !== 'hosted' || decision.decision === 'allow') return decision;
  const { name, id } = tool;
  return {
    ...decision,
    reason: `The provider executes "${name}", so its calls cannot be approved individually, and it may change or send something. Remove it, or confirm with manifests: { '${id}': { effect: 'read', … } } in createRunner() that it does not.`,
    reason_ja: `"${name}" はプロバイダー側で実行されるため、個々の呼び出しを確認できません。変更や送信を行う可能性があります。ツールを外すか、createRunner() の manifests に '${id}' を effect: 'read' として登録してください。`,
    rule_ids: ['hosted.has-effect', ...(decision.rule_ids ?? [])],
  };
}

function toDecision(judgement: CallJudgement): GateDecision {
  return {
    decision: judgement.decision,
    risk_level: judgement.risk_level,
    reason: judgement.reason.en,
    reason_ja: judgement.reason.ja,
    effect: judgement.effect,
    ...(judgement.plan === undefined ? {} : { plan: judgement.plan }),
    rule_ids: [...judgement.rule_ids],
    facts: factsToRecord(judgement.facts),
    sources: judgement.sources.map(({ path, role, value, origin, tool, by = tool }) => ({
      path,
      role,
      value,
      origin: by === undefined ? origin : `${origin} (${by})`,
    })),
    ...(judgement.destination === undefined ? {} : { destination: judgement.destination }),
    ...(judgement.shadow === undefined
      ? {}
      : { shadow: { profile: judgement.shadow.profile, decision: judgement.shadow.decision } }),
    ...(judgement.amount === undefined ? {} : { amount: judgement.amount }),
  };
}
