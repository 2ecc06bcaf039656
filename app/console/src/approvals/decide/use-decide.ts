import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import type { ApprovalDetail, DecisionBody } from '../approval.ts';
import type { Grant } from './grant-choice.tsx';
import type { ReportedOutcome } from './outcome-panel.tsx';
import type { Decision } from './use-decisions.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** Returns the function that decides one request. Each decision contains the digest of the displayed action. */
export function useDecide(
  approval: ApprovalDetail,
  decide: (decision: Decision) => void,
  given: {
    readonly confirmation: string;
    readonly grant: Grant | undefined;
    /** The proof that this person received the complete values. */
    readonly displayed: string | undefined;
  },
) {
  const client = useClient();
  const t = useInboxTexts();
  const { approval_id, action_digest, tool_id: tool } = approval;
  const param = { approval_id };
  const confirmed = approval.risk_level === 5 ? { confirm_tool: given.confirmation } : {};
  const take = (json: DecisionBody) =>
    decide({
      approvalId: approval_id,
      title: t(`held.${json.decision}`, { tool }),
      send: () => readResponse(client.api.approvals[':approval_id'].decision.$post({ param, json })),
    });
  return {
    approve: (edited?: Readonly<Record<string, unknown>>) => {
      // A grant covers the displayed values, which the edit has replaced.
      const grant = edited === undefined ? given.grant : undefined;
      take({
        decision: 'approve',
        action_digest,
        ...confirmed,
        ...(given.displayed === undefined ? {} : { displayed: given.displayed }),
        ...(edited === undefined ? {} : { edited_arguments: { ...edited } }),
        ...(grant === undefined ? {} : { grant }),
      });
    },
    refuse: (decision: 'deny' | 'send_back', reason: string) =>
      take({ decision, action_digest, ...(reason === '' ? {} : { comment: reason }) }),
    answer: (decision: ReportedOutcome) =>
      decide({
        approvalId: approval_id,
        title: t(`outcome.${decision}`),
        send: () =>
          readResponse(
            client.api.approvals[':approval_id'].outcome.$post({
              param,
              json: { decision, action_digest, ...(decision === 'retry' ? confirmed : {}) },
            }),
          ),
      }),
  };
}
