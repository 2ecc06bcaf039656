import type { GateDecision } from '../contracts/gate-decision.ts';
import type { ToolDescription } from '../contracts/tool-call-request.ts';
import { plainText } from './plain-text.ts';

/** The question to a person: what will happen on yes, and why it is asked. */
export function approvalPrompt(
  agentName: string,
  tool: ToolDescription,
  argsMasked: string,
  decision: GateDecision,
): { readonly action: string; readonly en: string; readonly ja: string } {
  // Room for the longest id of an MCP tool: names that differ in their last letters must not look alike.
  const name = plainText(tool.id, 400);
  const args = plainText(argsMasked, 1000);
  const reason = plainText(decision.reason, 500);
  return {
    action: `${tool.kind}:${name}`,
    en: `If you approve, agent "${plainText(agentName, 100)}" will run ${name} with ${args}. Risk ${decision.risk_level} of 5. Why you are asked: ${reason}`,
    ja: `承認すると、エージェント「${plainText(agentName, 100)}」が ${name} を次の引数で実行します: ${args}。リスク ${decision.risk_level}/5。確認の理由: ${plainText(decision.reason_ja ?? decision.reason, 500)}`,
  };
}

/** The question after a crash: nobody knows whether the call ran. */
export function outcomePrompt(toolId: string): { readonly en: string; readonly ja: string } {
  const name = plainText(toolId, 200);
  return {
    en: `A crash hid whether ${name} ran. Look at what it would have changed. Say "done" if it happened, "retry" to run it again, or "abort" to end the run.`,
    ja: `障害のため ${name} が実行されたか不明です。結果を確認し、実行済みなら "done"、再実行するなら "retry"、中止するなら "abort" を選んでください。`,
  };
}
