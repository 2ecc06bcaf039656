import { canonicalJson } from '../../checks/digest.ts';
import type { GateDecision } from '../../wire/gate-decision.ts';
import type { ApprovalDisplay, ValueOffer } from '../../wire/human-approval-request.ts';
import { argumentProblems, nameProblems } from './display-notes.ts';
import { PLAN_NOTES } from './plan-note.ts';
import {
  isEditable,
  MAX_AGENT_NAME,
  MAX_TOOL_NAME,
  plainText,
  type DisplayedCall,
} from './displayed-call.ts';

/** The approval prompt in both languages and how much of the call it contains. */
export interface ApprovalPrompt {
  readonly action: string;
  readonly en: string;
  readonly ja: string;
  readonly display: ApprovalDisplay;
}

/**
 * Creates the approval prompt: the action that an approval permits, and the reason for the request. It has at most
 * 2,000 characters.
 */
export function approvalPrompt(
  call: DisplayedCall,
  argsMasked: string,
  decision: GateDecision,
  offer?: Pick<ValueOffer, 'counts' | 'counts_ja'>,
): ApprovalPrompt {
  const action = `${call.tool_kind}:${plainText(call.tool_id, MAX_TOOL_NAME)}`;
  const complete = inBothLanguages(call, argsMasked, decision, withNotes(NOTHING, offer, decision.plan));
  const [problem] = [...nameProblems(call), ...argumentProblems(call)];
  if (problem === undefined && isUnmasked(call, argsMasked) && fits(complete))
    return { action, ...complete, display: 'complete' };
  const notice = problem === undefined ? withNotes(PARTIAL, offer, decision.plan) : blocked(call, problem);
  const empty = inBothLanguages(call, '', decision, notice);
  const room = MAX_PROMPT - Math.max(empty.en.length, empty.ja.length);
  const shown = inBothLanguages(call, plainText(argsMasked, room), decision, notice);
  return { action, ...shown, display: problem === undefined ? 'partial' : 'blocked' };
}

/** Creates the prompt after a crash that left the outcome of a call unknown. */
export function outcomePrompt(toolId: string): { readonly en: string; readonly ja: string } {
  const name = plainText(toolId, 200);
  return {
    en: `A crash hid whether ${name} ran. Look at what it would have changed. Say "done" if it happened, "retry" to run it again, or "abort" to end the run.`,
    ja: `障害のため ${name} が実行されたか不明です。結果を確認し、実行済みなら "done"、再実行するなら "retry"、中止するなら "abort" を選んでください。`,
  };
}

const MAX_PROMPT = 2000;

interface Notice {
  readonly en: string;
  readonly ja: string;
}

const NOTHING: Notice = { en: '', ja: '' };

const PARTIAL: Notice = {
  en: ' This text is not complete: values are masked or shortened. Open the complete values before you approve.',
  ja: 'この表示は完全ではありません（値の一部を伏せ字または省略しています）。承認する前に、すべての値を開いて確認してください。',
};

function blocked(call: DisplayedCall, problem: { message: string; message_ja: string }): Notice {
  const canEdit = isEditable(call.tool_kind) && nameProblems(call).length === 0;
  return {
    en: ` This call cannot be displayed faithfully. It can be denied${canEdit ? ' or edited' : ''}, but not approved: ${plainText(problem.message, 400)}`,
    ja: `この呼び出しは正確に表示できないため、承認できません。拒否${canEdit ? 'または引数の編集' : ''}のみ可能です: ${plainText(problem.message_ja, 400)}`,
  };
}

/** Adds what an approval permits besides the call, and whether the call belongs to the plan of the task. */
function withNotes(
  { en, ja }: Notice,
  offer: Pick<ValueOffer, 'counts' | 'counts_ja'> | undefined,
  plan: GateDecision['plan'],
): Notice {
  const note = plan && PLAN_NOTES[plan];
  return {
    en: [en, offer?.counts, note?.text]
      .filter((text) => text)
      .join(' ')
      .replace(/^(?=\S)/, ' '),
    ja: `${ja}${offer?.counts_ja ?? ''}${note?.text_ja ?? ''}`,
  };
}

function inBothLanguages(
  { agent_name, tool_id }: DisplayedCall,
  args: string,
  { risk_level: risk, reason, reason_ja = reason }: GateDecision,
  notice: Notice,
): { readonly en: string; readonly ja: string } {
  const agent = plainText(JSON.stringify(agent_name).slice(1, -1), MAX_AGENT_NAME);
  const tool = toolName(tool_id);
  const shown = plainText(args, Infinity);
  return {
    en: `If you approve, agent "${agent}" will run ${tool} with ${shown}.${notice.en} Risk ${risk} of 5. Why you are asked: ${plainText(reason, 500)}`,
    ja: `承認すると、エージェント「${agent}」が ${tool} を次の引数で実行します: ${shown}。${notice.ja}リスク ${risk}/5。確認の理由: ${plainText(reason_ja, 500)}`,
  };
}

/** Quotes a name that contains spaces, so that it cannot be read as a part of the prompt. */
function toolName(toolId: string): string {
  // The limit fits the longest id of an MCP tool, so that names that differ only at the end stay distinguishable.
  const name = plainText(toolId, MAX_TOOL_NAME);
  return /^[\p{L}\p{M}\p{N}_.:/@-]+$/u.test(name) ? name : JSON.stringify(name);
}

const fits = ({ en, ja }: { readonly en: string; readonly ja: string }) =>
  en.length <= MAX_PROMPT && ja.length <= MAX_PROMPT;

function isUnmasked({ args }: DisplayedCall, argsMasked: string): boolean {
  if (args === null) return false;
  const value: unknown = args.trim() === '' ? {} : JSON.parse(args);
  return argsMasked === canonicalJson(Array.isArray(value) ? { actions: value } : value);
}
