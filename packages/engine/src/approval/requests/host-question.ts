import { randomUUID } from 'node:crypto';
import { auditRecord } from '../../audit/audit-record.ts';
import { maskText } from '../../audit/mask-text.ts';
import { mask } from '../../audit/mask.ts';
import { digestOf } from '../../checks/digest.ts';
import type { Keyring } from '../../config/keyring.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { StoreWrite } from '../../store/state-store.ts';
import { gateDecisionSchema, type GateDecision } from '../../wire/gate-decision.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { invalid } from '../approval-error.ts';
import { ttlOf, type Authority } from '../authority/authority.ts';
import { plainText } from './displayed-call.ts';
import { sealCall } from './sealed-call.ts';

const MAX_PROMPT = 2000;
/** The tool name of these requests. No tool is executed under this name. */
const QUESTION = { tool_id: 'human_review', tool_kind: 'hosted' } as const;

/** A validated approval request of the host. */
export interface HostQuestion {
  readonly decision: GateDecision;
  readonly prompt: string;
}

/**
 * Validates an approval request of the host: a decision that needs a person, and a prompt of 1 to 2000 displayed
 * characters.
 */
export function checkHostQuestion(runId: unknown, gateDecision: unknown, prompt: unknown): HostQuestion {
  if (typeof runId !== 'string' || runId === '' || runId.length > 128)
    throw invalid('requests need the id of a run, 1 to 128 characters.');
  const parsed = gateDecisionSchema.safeParse(gateDecision);
  if (!parsed.success || parsed.data.decision !== 'needs_human')
    throw invalid('requests need a GateDecision with decision "needs_human".');
  const shown = typeof prompt === 'string' ? plainText(prompt.trim(), Infinity) : '';
  if (shown === '' || shown.length > MAX_PROMPT)
    throw invalid(`requests need a prompt of 1 to ${MAX_PROMPT} characters.`);
  return { decision: parsed.data, prompt: shown };
}

/**
 * Creates the request for one run. Its digest belongs to no call, so its approval permits nothing that the gate has not
 * evaluated.
 */
export function hostRequest(
  { run_id, agent_name, segment }: Pick<RunRecord, 'run_id' | 'agent_name' | 'segment'>,
  { decision, prompt }: HostQuestion,
  { keyring, now, ttlMs }: { readonly keyring: Keyring; readonly now: number; readonly ttlMs: number },
): HumanApprovalRequest {
  // The approval_id of the decision is not used: an id that already exists would be recorded twice.
  const ids = { approval_id: `ap_${randomUUID().replaceAll('-', '')}`, run_id };
  const args = JSON.stringify({ question: prompt });
  return {
    ...ids,
    ...QUESTION,
    required_action: `hosted:${QUESTION.tool_id}`,
    prompt,
    prompt_ja: prompt,
    status: 'pending',
    kind: 'call',
    tool_call_id: '',
    call_key: `question:${ids.approval_id}`,
    definition_digest: '',
    agent_name,
    turn: `${segment}`,
    risk_level: decision.risk_level,
    effect: decision.effect ?? '',
    reason: maskText(decision.reason),
    args_masked: JSON.stringify(mask({ question: prompt })),
    display: 'complete',
    args_sealed: sealCall(keyring, ids, {
      ...QUESTION,
      agent_name,
      args,
      display: 'complete',
      destinations: [],
    }),
    action_digest: digestOf(['question', ids.approval_id, prompt]),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + ttlMs).toISOString(),
  };
}

/** Returns the writes that store the request. */
export function hostRequestWrites(
  approval: HumanApprovalRequest,
  { status, epoch }: Pick<RunRecord, 'status' | 'epoch'>,
  authority: Authority,
): StoreWrite[] {
  const { approval_id, run_id, call_key, turn, tool_id, expires_at, display } = approval;
  const record = auditRecord(
    {
      run_id,
      tool_call_id: call_key,
      event: 'approval.requested',
      attempt: Number(turn),
      decision: 'pending',
    },
    {
      approval_id,
      display,
      expires_at,
      mac: authority.requestMac(approval),
      tool: tool_id,
      ttl_ms: ttlOf(approval),
    },
  );
  return [
    ...(status === 'running' ? [{ kind: 'run.guard', run_id, epoch } as const] : []),
    { kind: 'approval.create', approval },
    { kind: 'log.append', record },
  ];
}
