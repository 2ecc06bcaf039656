import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import type { ApprovalDetail, ApprovalSummary } from '../approval.ts';
import { ApprovalDecision } from '../decide/approval-decision.tsx';
import type { Decision, useDecisions } from '../decide/use-decisions.ts';
import type { Position } from './position-buttons.tsx';

/** Loads one request and displays it. */
export function ApprovalPane(props: {
  readonly approvalId: string;
  /** The same request in the list, which is updated first after a decision. */
  readonly known: ApprovalSummary | undefined;
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onDecide: (decision: Decision) => void;
  readonly position: Position | undefined;
  /** The tray of decisions, on a screen that displays only the request. */
  readonly tray: ReactNode;
  readonly onDecideTurn: (approvals: readonly ApprovalSummary[]) => void;
}): ReactNode {
  const client = useClient();
  const detail = useQuery({
    queryKey: ['approvals', 'detail', props.approvalId],
    queryFn: () =>
      readResponse(client.api.approvals[':approval_id'].$get({ param: { approval_id: props.approvalId } })),
  });
  // The loaded request stays displayed when a refetch fails; the banner reports that it may be outdated.
  if (detail.data === undefined) {
    return (
      <>
        {detail.isError ? (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <Skeleton rows={5} />
        )}
        {props.tray}
      </>
    );
  }
  return (
    <ApprovalDecision
      // A request whose action has changed is a different request for the person who reads it.
      key={`${props.approvalId} ${detail.data.action_digest}`}
      {...props}
      approval={withNews(detail.data, props.known)}
    />
  );
}

// A refetch may be slow or fail; a request that is known to be decided must not display its buttons meanwhile.
function withNews(approval: ApprovalDetail, known: ApprovalSummary | undefined): ApprovalDetail {
  if (!known || known.status === 'pending' || approval.status !== 'pending') return approval;
  const { status, decided_at, decided_by } = known;
  return { ...approval, status, decided_at, decided_by };
}
