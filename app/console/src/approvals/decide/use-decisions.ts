import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useSession } from '../../access/use-session.ts';
import type { ApprovalSummary, DecisionResult } from '../approval.ts';
import { DecisionDelay, type PendingDecision } from './decision-delay.ts';
import { explainRejection } from './explain-rejection.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** A decision with the function that sends it. */
export interface Decision {
  readonly approvalId: string;
  readonly title: string;
  readonly send: () => Promise<DecisionResult>;
}

/** The result that is displayed at a request after its decision was sent. */
export interface DecisionNote {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** Delays decisions, sends them, and stores the result of each. */
export function useDecisions(replace: (approval: ApprovalSummary) => void) {
  const queries = useQueryClient();
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const { user } = useSession();
  const [pending, setPending] = useState<PendingDecision<Decision>>();
  const [sending, setSending] = useState<string>();
  const [notes, setNotes] = useState<Readonly<Record<string, DecisionNote>>>({});

  const send = useCallback(
    async ({ approvalId, send: transmit }: Decision) => {
      setSending(approvalId);
      let note: DecisionNote;
      try {
        const result = await transmit();
        replace(result.approval);
        const { resume, waiting_in_run: count, application } = result;
        note = { tone: 'good', text: t(`result.${resume}`, { count, application }) };
      } catch (failure) {
        note = { tone: 'bad', text: explainRejection(failure, { t, language, me: user.id, explain }) };
      }
      setNotes((before) => ({ ...before, [approvalId]: note }));
      setSending(undefined);
      await queries.invalidateQueries({ queryKey: ['approvals', 'detail', approvalId] });
    },
    [replace, queries, t, explain, language, user.id],
  );

  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  const delay = useMemo(
    () =>
      new DecisionDelay<Decision>({
        send: (decision) => void latest.current(decision),
        onChange: setPending,
        now: () => Date.now(),
        after: (milliseconds, call) => {
          const timer = setTimeout(call, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [],
  );
  // Leaving the screen sends the pending decision. Closing the page does not send it.
  useEffect(() => () => delay.sendNow(), [delay]);

  return { pending, sending, notes, decide: (decision: Decision) => delay.delay(decision), delay };
}
