import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { SESSION_KEY, type SessionState } from '../../access/session-state.ts';
import { useSession } from '../../access/use-session.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalSummary, DecisionProgress } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { loadPart } from '../../ui/parts/load-part.ts';

/** The time for an undo. */
export const UNDO_SEC = 5;

/** A decision with the function that sends it. The server applies it after the time for an undo. */
export interface Decision {
  /** The request, or the key of the group. */
  readonly approvalId: string;
  readonly isGroup?: boolean;
  readonly title: string;
  /** What the person wrote. */
  readonly comment?: string;
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
  const [unsent, setUnsent] = useUnsent();

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
        if (isEarly || queries.getQueryData<SessionState>(SESSION_KEY)?.kind !== 'in') continue;
        const request = readResponse(client.api.decisions[':batch'].$get({ param: { batch } }));
        // The server has the decision. Its result is read when the person has signed in again.
        const progress = await request.catch((failure: unknown) => {
          if (!isSignedOut(failure)) throw failure;
        });
        if (progress === undefined) continue;
        if (progress.waiting === 0) return progress;
        onProgress(progress);
      }
    },
    [client, queries],
  );

  const follow = useCallback(
    async (attempt: Attempt) => {
      const { title } = attempt.decision;
      const context = { t, language, me: user.id, explain };
      const words = loadPart(() => import('./explain-rejection.ts'));
      // An undone decision needs no words.
      words.catch(() => undefined);
      const show = async (done: DecisionProgress | undefined) => {
        const { isGood, text } = (await words).describeResult(done, context);
        setLatest({ tone: isGood ? 'good' : 'bad', text: `${title}${isGood ? '.' : ':'} ${text}` });
      };
      try {
        const batch = await attempt.batch.catch((failure: unknown) => {
          if (!mayWorkLater(failure)) throw failure;
          setUnsent((all) => [...all, attempt.decision]);
        });
        if (batch === undefined) return;
        const done =
          batch === null
            ? undefined
            : await waitFor(batch, attempt, (progress) => {
                if (progress.total > 1) void show(progress).catch(() => undefined);
              });
        if (!attempt.isUndone) await show(done);
      } catch (failure) {
        const text = await words.then(
          (file) => file.explainRejection(failure, context),
          () => explain(failure),
        );
        setLatest({ tone: 'bad', text: `${title}: ${text}` });
      } finally {
        setAttempts((all) => all.filter((each) => each !== attempt));
        await refresh(attempt.decision).catch(() => undefined);
      }
    },
    [t, language, user.id, explain, waitFor, refresh, setUnsent],
  );

  const newest = attempts.at(-1);
  return {
    /** The decision that can be undone. */
    pending: newest && !newest.isHastened && newest.effectiveAt > Date.now() ? newest : undefined,
    isBusy: (approvalId: string) => attempts.some(({ decision }) => decision.approvalId === approvalId),
    /** The decision that did not reach the server, with everything that the person wrote. */
    unsent: unsent[0],
    discard: (decision: Decision) => setUnsent((all) => all.filter((each) => each !== decision)),
    /** The result of the last decision. */
    latest,
    dismiss: () => setLatest(undefined),
    decide: (decision: Decision) => {
      setLatest(undefined);
      setUnsent((all) => all.filter(({ approvalId }) => approvalId !== decision.approvalId));
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

/** The decisions that did not reach the server. They stay when the person opens another screen, and end with the session. */
function useUnsent() {
  const queries = useQueryClient();
  const { data } = useQuery<readonly Decision[]>({
    queryKey: UNSENT_KEY,
    queryFn: () => [],
    initialData: [],
    // A decision exists only in this page, so nothing may fetch or remove it.
    enabled: false,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const change = useCallback(
    (update: (all: readonly Decision[]) => readonly Decision[]) => {
      queries.setQueryData<readonly Decision[]>(UNSENT_KEY, (all = []) => update(all));
    },
    [queries],
  );
  return [data, change] as const;
}

const UNSENT_KEY = ['unsent-decisions'];
const isSignedOut = (failure: unknown) => failure instanceof ApiProblem && failure.status === 401;
/** Whether the same request can succeed later: after a new sign-in, or when the server responds again. */
const mayWorkLater = (failure: unknown) =>
  !(failure instanceof ApiProblem) || failure.status === 401 || failure.status >= 500;
const POLL_MS = 300;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(10, ms)));
