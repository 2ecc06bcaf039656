import type { ToolDescription } from '@sekisho/engine';
import type { CallVerdict } from '../sdk/planned-call.ts';
import type { DecidedCall } from './decide-call.ts';

/** A reason in both languages. */
interface Reason {
  readonly en: string;
  readonly ja: string;
}

const HOST_REQUIRES_APPROVAL: Reason = {
  en: 'The tool itself requires approval.',
  ja: 'ツール自身が承認を求めています。',
};

const UNACCEPTED: Readonly<Record<NonNullable<ToolDescription['acceptance']>, Reason>> = {
  new: {
    en: 'The definition of this MCP tool has not been accepted yet. Accept it with gateway.accept() to prevent further requests.',
    ja: 'この MCP ツールの定義はまだ承認されていません。gateway.accept() で承認すると、以後この確認は行われません。',
  },
  changed: {
    en: 'The MCP server changed the definition of this tool since it was accepted. gateway.introspect() shows the changes.',
    ja: 'MCP サーバーが、承認後にこのツールの定義を変更しました。変更点は gateway.introspect() で確認できます。',
  },
};

/** Returns the verdict on a call whose arguments cannot be judged. */
export const invalidArguments = (fault: string): CallVerdict => ({
  kind: 'answer',
  text: `${fault} The tool was not run.`,
});

/** Returns the same call with an approval request for this reason. */
export const withApprovalRequest = (decided: DecidedCall, { en, ja }: Reason): DecidedCall => ({
  ...decided,
  decision: { ...decided.decision, decision: 'needs_human', reason: en, reason_ja: ja },
});

/** Returns the same call with an approval request that the tool requires, although the gate allowed the call. */
export function withHostApprovalRequest(decided: DecidedCall): DecidedCall {
  const { acceptance } = decided.call.tool;
  return withApprovalRequest(
    decided,
    acceptance === undefined ? HOST_REQUIRES_APPROVAL : UNACCEPTED[acceptance],
  );
}

/** Why a call with an unknown outcome does not run. */
export const UNKNOWN: Reason = {
  en: 'After a crash it is unknown whether the call was executed, and no person has confirmed that it was or that it may run again.',
  ja: 'クラッシュのため実行されたかどうかが不明で、実行済みとも再実行してよいとも確認されていません。',
};
