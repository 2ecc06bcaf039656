import { describeStop, type Stop } from '../durable/stop-switch.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { JudgedCall } from './tool-call.ts';

/** A reason in both languages. */
interface Reason {
  readonly en: string;
  readonly ja: string;
}

/** Returns the same call with an approval request for this reason. */
export const withReason = (call: JudgedCall, { en, ja }: Reason): JudgedCall => ({
  ...call,
  decision: { ...call.decision, decision: 'needs_human', reason: en, reason_ja: ja },
});

/** Returns the same call, denied because a person stopped it. */
export function withStop(call: JudgedCall, stop: Stop): JudgedCall {
  const { en: reason, ja: reason_ja } = describeStop(stop);
  return {
    ...call,
    decision: { ...call.decision, decision: 'deny', reason, reason_ja, rule_ids: ['stopped'] },
  };
}

/** Returns a call that the gate allowed and for which the tool itself requires approval. */
export function withHostReason(call: JudgedCall): JudgedCall {
  const { acceptance } = call.tool;
  return withReason(call, acceptance === undefined ? HOST_REQUIRES_APPROVAL : UNACCEPTED[acceptance]);
}

/** Why a call that the gate allowed still needs approval. */
const HOST_REQUIRES_APPROVAL: Reason = {
  en: 'The tool itself requires approval.',
  ja: 'ツール自身が承認を求めています。',
};

/** Why each call of an MCP tool needs approval until its definition is accepted. */
const UNACCEPTED: Readonly<Record<NonNullable<ToolDescription['acceptance']>, Reason>> = {
  new: {
    en: 'The definition of this MCP tool has not been accepted yet. To prevent further requests, accept it with gateway.accept() or "sekisho proxy --accept".',
    ja: 'この MCP ツールの定義はまだ受け入れられていません。gateway.accept() または sekisho proxy --accept で受け入れると、以後この確認は行われません。',
  },
  changed: {
    en: 'The MCP server changed the definition of this tool since it was accepted. gateway.introspect() or "sekisho proxy --accept" shows the changes.',
    ja: 'MCP サーバーが、受け入れ後にこのツールの定義を変更しました。変更点は gateway.introspect() または sekisho proxy --accept で確認できます。',
  },
};

/** Why a call with an unknown outcome does not run. */
export const UNKNOWN_OUTCOME: Reason = {
  en: 'After a crash it is unknown whether the call was executed, and no person has confirmed that it was or that it may run again.',
  ja: 'クラッシュのため実行されたかどうかが不明で、実行済みとも再実行してよいとも確認されていません。',
};
