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

/** The result of a decision, displayed in the tray. */
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
  const [latest, setLatest] = useState<DecisionNote>();

  const send = useCallback(
    async ({ approvalId, title, send: transmit }: Decision) => {
      setSending(approvalId);
      let note: DecisionNote;
      try {
        const result = await transmit();
        replace(result.approval);
        const { resume, waiting_in_run: count, application } = result;
        const continued = resume === 'delayed' ? '' : t(`result.${resume}`, { count, application });
        note = { tone: 'good', text: `${title}. ${continued}` };
      } catch (failure) {
        const why = explainRejection(failure, { t, language, me: user.id, explain });
        note = { tone: 'bad', text: `${title}: ${why}` };
      }
      setLatest(note);
      setSending(undefined);
      await queries.invalidateQueries({ queryKey: ['approvals', 'detail', approvalId] });
    },
    [replace, queries, t, explain, language, user.id],
  );

  const sender = useRef(send);
  useEffect(() => {
    sender.current = send;
  }, [send]);
  const delay = useMemo(
    () =>
      new DecisionDelay<Decision>({
        send: (decision) => void sender.current(decision),
        onChange: setPending,
        now: () => Date.now(),
        after: (milliseconds, call) => {
          const timer = setTimeout(call, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [],
  );
  // Leaving the screen or closing the page sends the pending decision, so that it is not lost.
  useEffect(() => {
    const sendNow = () => delay.sendNow();
    window.addEventListener('pagehide', sendNow);
    return () => {
      window.removeEventListener('pagehide', sendNow);
      sendNow();
    };
  }, [delay]);

  return {
    pending,
    sending,
    /** The result of the decision that was sent last. */
    latest,
    dismiss: () => setLatest(undefined),
    decide: (decision: Decision) => {
      setLatest(undefined);
      delay.delay(decision);
    },
    delay,
  };
}
