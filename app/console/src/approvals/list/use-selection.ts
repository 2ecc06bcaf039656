import { useCallback, useMemo, useState } from 'react';
import type { ApprovalSummary } from '../approval.ts';

/** The requests that are decided together, and the decision. */
interface Together {
  readonly turn: { readonly runId: string; readonly turn: string } | undefined;
  readonly approvals: readonly ApprovalSummary[];
}

/** Returns the selected requests and the state of the dialog that decides them. */
export function useSelection(approvals: readonly ApprovalSummary[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE);
  const [together, setTogether] = useState<Together>();
  const chosen = useMemo(
    () => approvals.filter((approval) => ticked.has(approval.approval_id) && approval.status === 'pending'),
    [approvals, ticked],
  );
  const selected = useMemo(() => new Set(chosen.map((approval) => approval.approval_id)), [chosen]);
  const toggle = useCallback((id: string, isSelected: boolean) => {
    setTicked((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const canBatch =
    chosen.length > 0 &&
    chosen.length <= MOST &&
    chosen.every((approval) => approval.can_batch && approval.tool_id === chosen[0]?.tool_id);
  return {
    selected,
    canBatch,
    toggle,
    clear: useCallback(() => setTicked(NONE), []),
    openBatch: () => {
      if (canBatch) setTogether({ turn: undefined, approvals: chosen });
    },
    openTurn: (ofTurn: readonly ApprovalSummary[]) => {
      const [first] = ofTurn;
      if (first) setTogether({ turn: { runId: first.run_id, turn: first.turn }, approvals: ofTurn });
    },
    together,
    closeDialog: useCallback(() => setTogether(undefined), []),
  };
}

const NONE: ReadonlySet<string> = new Set();
const MOST = 100;
