import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import type { ApprovalDetail, DecisionBody, DecisionResult } from '../approval.ts';
import type { Grant } from './grant-choice.tsx';
import type { ReportedOutcome } from './outcome-panel.tsx';
import { UNDO_SEC, type Decision } from './use-decisions.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { describeEffect } from '../effect/describe-effect.ts';

/** Returns the function that decides one request. Each decision contains the digest of the displayed action. */
export function useDecide(
  approval: ApprovalDetail,
  decide: (decision: Decision) => void,
  given: {
    readonly confirmation: string;
    readonly grant: Grant | undefined;
    readonly valuesOnce: boolean;
    /** The proof that this person received the complete values. */
    readonly displayed: string | undefined;
  },
) {
  const client = useClient();
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { approval_id, action_digest } = approval;
  const effect = describeEffect(approval, language, MAX_TARGET);
  const param = { approval_id };
  const confirmed = approval.risk_level === 5 ? { confirm_tool: given.confirmation } : {};
  const take = (json: DecisionBody) =>
    decide({
      approvalId: approval_id,
      title: t(`held.${json.decision}`, { effect }),
      ...(json.comment === undefined ? {} : { comment: json.comment }),
      send: async () =>
        batchOf(
          await readResponse(
            client.api.approvals[':approval_id'].decision.$post(
              { param, json: { ...json, undo_sec: UNDO_SEC } },
              surviving(json),
            ),
          ),
        ),
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
        ...(given.valuesOnce ? { values_once: true } : {}),
      });
    },
    refuse: (decision: 'deny' | 'send_back', reason: string) =>
      take({ decision, action_digest, ...(reason === '' ? {} : { comment: reason }) }),
    answer: (decision: ReportedOutcome) =>
      decide({
        approvalId: approval_id,
        title: t('held.outcome', { outcome: t(`outcome.${decision}`), effect }),
        send: async () =>
          batchOf(
            await readResponse(
              client.api.approvals[':approval_id'].outcome.$post({
                param,
                json: {
                  decision,
                  action_digest,
                  ...(decision === 'retry' ? confirmed : {}),
                  undo_sec: UNDO_SEC,
                },
              }),
            ),
          ),
      }),
  };
}

/** The length of a target in the tray. */
const MAX_TARGET = 60;

// A request with `keepalive` is completed after the page was closed. Browsers limit its body to 64 kB.
const surviving = (json: DecisionBody) =>
  JSON.stringify(json).length < 30_000 ? { init: { keepalive: true } } : {};

const batchOf = ({ delayed }: DecisionResult) => delayed?.batch ?? null;
