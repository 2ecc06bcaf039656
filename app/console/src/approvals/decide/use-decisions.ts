import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalSummary, DecisionProgress } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { explainFailure, explainRejection } from './explain-rejection.ts';

/** The time for an undo. */
export const UNDO_SEC = 5;

/** A decision with the function that sends it. The server applies it after the time for an undo. */
export interface Decision {
  /** The request, or the key of the group. */
  readonly approvalId: string;
  readonly isGroup?: boolean;
  readonly title: string;
  /** Sends the decision. Returns its batch; null when no request of a group could be decided. */
  readonly send: () => Promise<string | null>;
}

/** A decision that is not in effect yet, so that it can be undone. */
export interface PendingDecision {
  readonly decision: Decision;
  readonly effectiveAt: number;
}

/** The result of a decision, displayed in the tray. */
export interface DecisionNote {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** A decision of this page, from its sending to its result. */
interface Attempt extends PendingDecision {
  readonly batch: Promise<string | null>;
  isUndone: boolean;
  isHastened: boolean;
}

/** Sends decisions to the server, undoes them in time, and displays the result of each. */
export function useDecisions(list: {
  readonly replace: (approval: ApprovalSummary) => void;
  readonly reload: () => Promise<unknown>;
}) {
  const { replace, reload } = list;
  const client = useClient();
  const queries = useQueryClient();
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const { user } = useSession();
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  const [latest, setLatest] = useState<DecisionNote>();

  const refresh = useCallback(
    async ({ approvalId, isGroup }: Decision) => {
      if (isGroup === true) {
        await reload();
        return;
      }
      await queries.invalidateQueries({ queryKey: ['approvals', 'detail', approvalId] });
      const param = { approval_id: approvalId };
      replace(await readResponse(client.api.approvals[':approval_id'].$get({ param })));
    },
    [client, queries, replace, reload],
  );

  /** Waits until the decisions of a batch are in effect. */
  const waitFor = useCallback(
    async (batch: string, attempt: Attempt, onProgress: (progress: DecisionProgress) => void) => {
      for (;;) {
        const isEarly = !attempt.isHastened && Date.now() < attempt.effectiveAt;
        await pause(isEarly ? Math.min(attempt.effectiveAt - Date.now(), POLL_MS) : POLL_MS);
        if (attempt.isUndone) return undefined;
        if (isEarly) continue;
        const progress = await readResponse(client.api.decisions[':batch'].$get({ param: { batch } }));
        if (progress.waiting === 0) return progress;
        onProgress(progress);
      }
    },
    [client],
  );

  const follow = useCallback(
    async (attempt: Attempt) => {
      const { title } = attempt.decision;
      const say = (tone: DecisionNote['tone'], text: string) => setLatest({ tone, text });
      const context = { t, language, me: user.id, explain };
      try {
        const batch = await attempt.batch;
        const done =
          batch === null
            ? undefined
            : await waitFor(batch, attempt, (progress) => {
                if (progress.total > 1)
                  say('good', `${title}. ${t('group.progress', { ...countsOf(progress) })}`);
              });
        if (attempt.isUndone) return;
        const [failed] = done?.failed ?? [];
        if (done === undefined) say('bad', `${title}: ${t('group.none')}`);
        else if (done.total > 1)
          say(failed === undefined ? 'good' : 'bad', `${title}. ${t('group.done', { ...countsOf(done) })}`);
        else if (failed !== undefined) say('bad', `${title}: ${explainFailure(failed, context)}`);
        else if (done.result) {
          const { resume, waiting_in_run: count, application } = done.result;
          say('good', `${title}. ${t(`result.${resume}`, { count, application })}`);
        }
      } catch (failure) {
        say('bad', `${title}: ${explainRejection(failure, context)}`);
      } finally {
        setAttempts((all) => all.filter((each) => each !== attempt));
        await refresh(attempt.decision).catch(() => undefined);
      }
    },
    [t, language, user.id, explain, waitFor, refresh],
  );

  const newest = attempts.at(-1);
  return {
    /** The decision that can be undone. */
    pending: newest && !newest.isHastened && newest.effectiveAt > Date.now() ? newest : undefined,
    isBusy: (approvalId: string) => attempts.some(({ decision }) => decision.approvalId === approvalId),
    /** The result of the last decision. */
    latest,
    dismiss: () => setLatest(undefined),
    decide: (decision: Decision) => {
      setLatest(undefined);
      const effectiveAt = Date.now() + UNDO_SEC * 1000;
      const batch = decision.send();
      const attempt: Attempt = { decision, effectiveAt, batch, isUndone: false, isHastened: false };
      setAttempts((all) => [...all, attempt]);
      // The tray shows the result when the time for an undo is over.
      setTimeout(() => setAttempts((all) => [...all]), UNDO_SEC * 1000 + 20);
      void follow(attempt);
    },
    undo: async () => {
      if (newest === undefined) return;
      try {
        const batch = await newest.batch;
        if (batch !== null) await readResponse(client.api.decisions[':batch'].$delete({ param: { batch } }));
        newest.isUndone = true;
        setAttempts((all) => all.filter((each) => each !== newest));
        await refresh(newest.decision).catch(() => undefined);
      } catch (failure) {
        setLatest({ tone: 'bad', text: `${newest.decision.title}: ${explain(failure)}` });
      }
    },
    sendNow: async () => {
      if (newest === undefined) return;
      newest.isHastened = true;
      setAttempts((all) => [...all]);
      const batch = await newest.batch.catch(() => null);
      if (batch !== null)
        await client.api.decisions[':batch'].effect.$post({ param: { batch } }).catch(() => undefined);
    },
  };
}

const POLL_MS = 300;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(10, ms)));
const countsOf = ({ decided, total, failed }: DecisionProgress) => ({
  count: decided,
  total,
  failed: failed.length,
});
