import { useMemo, useRef, useState, type ReactNode } from 'react';
import { revealHidden } from '../../i18n/reveal-hidden.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import { useHasRole } from '../../access/use-session.ts';
import type { ApprovalDetail, ApprovalSummary } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { ArgumentsView } from '../values/arguments-view.tsx';
import { DecisionPanel, type DecisionMode } from './decision-panel.tsx';
import { GrantChoice, ValueChoice, type Grant } from './grant-choice.tsx';
import { RequestView } from '../request/request-view.tsx';
import { shownValues } from '../values/shown-values.ts';
import { useDecisionLock } from './use-decision-lock.ts';
import { useDecide } from './use-decide.ts';
import type { Decision, useDecisions } from './use-decisions.ts';
import type { Position } from '../request/position-buttons.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { useReading } from '../values/use-reading.ts';
import { useValueDisplay } from '../values/use-value-display.ts';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../api/live/use-live.ts';

const ArgumentsEditor = lazyPart(() => import('./arguments-editor.tsx').then((file) => file.ArgumentsEditor));
const DelayedDecision = lazyPart(() => import('./delayed-decision.tsx').then((file) => file.DelayedDecision));
const OutcomePanel = lazyPart(() => import('./outcome-panel.tsx').then((file) => file.OutcomePanel));

/** Displays one request with the controls that decide it. */
export function ApprovalDecision(props: {
  readonly approval: ApprovalDetail;
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onDecide: (decision: Decision) => void;
  readonly position: Position | undefined;
  readonly tray: ReactNode;
  readonly onDecideTurn: (approvals: readonly ApprovalSummary[]) => void;
}): ReactNode {
  const { approval, decisions } = props;
  const access = useDecisionAccess(approval, decisions);
  const { isBusy, isReady } = access;
  const [mode, setMode] = useState<DecisionMode>('idle');
  const [confirmation, setConfirmation] = useState('');
  const [grant, setGrant] = useState<Grant>();
  const [valuesOnce, setValuesOnce] = useState(false);
  const [isArmed, setArmed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const confirmationField = useRef<HTMLInputElement>(null);
  const reading = useReading(approval, access.isOpen);
  const shown = useMemo(() => shownValues(approval, reading.values), [approval, reading.values]);
  const display = useValueDisplay(
    box,
    useMemo(() => [shown], [shown]),
  );
  const displayed = reading.values?.display_digest;
  const decide = useDecide(approval, props.onDecide, { confirmation, grant, valuesOnce, displayed });
  const isDead = useDecisionLock(`${display.isSeen} ${reading.state} ${isArmed}`);
  const canDecide = isReady && !isDead;
  const isNamed = approval.risk_level !== 5 || confirmation === approval.tool_id;

  const approve = () => {
    if (!canDecide || reading.state !== 'shown') return;
    if (!display.isSeen) {
      display.showRest();
    } else if (approval.risk_level === 4 && !isArmed) {
      setArmed(true);
    } else if (!isNamed) {
      confirmationField.current?.focus();
    } else {
      decide.approve();
    }
  };
  const isCall = approval.kind === 'call';
  const isReadyCall = isReady && isCall;
  useDecisionKeys(isReadyCall, approval.can_edit && shown.values !== null, (next) => {
    if (next === 'approve') approve();
    else if (canDecide) setMode(next);
  });
  const editedValues = isReady && mode === 'edit' ? shown.values : null;
  const openSiblings = approval.siblings.filter((sibling) => sibling.status === 'pending');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        ref={box}
        data-scroll
        className="min-h-0 flex-1 overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label={revealHidden(approval.tool_id)}
      >
        <RequestView
          approval={approval}
          position={props.position}
          onDecideTurn={
            isReadyCall && openSiblings.length > 0
              ? () => props.onDecideTurn([approval, ...openSiblings])
              : undefined
          }
          args={
            editedValues ? (
              <ArgumentsEditor
                approval={approval}
                values={editedValues}
                isBlocked={!isNamed}
                onCancel={() => setMode('idle')}
                onSubmit={(values) => {
                  setMode('idle');
                  decide.approve(values);
                }}
              />
            ) : (
              <ArgumentsView approval={approval} shown={shown} reading={reading} display={display} />
            )
          }
        />
      </div>
      {props.tray}
      <DecisionSection approval={approval} {...access}>
        {isCall ? (
          <DecisionPanel
            approval={approval}
            mode={mode}
            onMode={setMode}
            reading={reading}
            isSeen={display.isSeen}
            isArmed={isArmed}
            isBusy={isBusy}
            isDead={isDead}
            isNamed={isNamed}
            confirmation={confirmation}
            onConfirmation={setConfirmation}
            confirmationField={confirmationField}
            onApprove={approve}
            onRefuse={(decision, reason) => {
              setMode('idle');
              decide.refuse(decision, reason);
            }}
          >
            <GrantChoice approval={approval} grant={grant} onChange={setGrant} />
            <ValueChoice approval={approval} isOnce={valuesOnce} onChange={setValuesOnce} />
          </DecisionPanel>
        ) : (
          <OutcomePanel
            approval={approval}
            isBusy={isBusy || isDead}
            isNamed={isNamed}
            confirmation={confirmation}
            onConfirmation={setConfirmation}
            onAnswer={decide.answer}
          />
        )}
      </DecisionSection>
    </div>
  );
}

/** Returns whether the person can decide the request now, and what prevents it. */
function useDecisionAccess(approval: ApprovalDetail, decisions: ReturnType<typeof useDecisions>) {
  const isOpen = statusNow(approval, useNow()) === 'pending';
  const mayDecide = useHasRole('approver');
  const isDown = useServerDown();
  const isSending = decisions.isBusy(approval.approval_id);
  const isBusy = approval.delayed_decision !== null || isSending || isDown;
  return { isOpen, mayDecide, isDown, isSending, isBusy, isReady: isOpen && mayDecide && !isBusy };
}

/** The keys of a decision. */
function useDecisionKeys(
  isOn: boolean,
  canEdit: boolean,
  press: (decision: DecisionMode | 'approve') => void,
): void {
  const t = useInboxTexts();
  const latest = useRef(press);
  latest.current = press;
  useShortcuts(
    useMemo(() => {
      if (!isOn) return [];
      return [
        { keys: 'a', label: t('keys.approve'), run: () => latest.current('approve') },
        { keys: 'r', label: t('keys.deny'), run: () => latest.current('deny') },
        { keys: 'b', label: t('keys.sendBack'), run: () => latest.current('send_back') },
        ...(canEdit ? [{ keys: 'e', label: t('keys.edit'), run: () => latest.current('edit') }] : []),
      ];
    }, [isOn, canEdit, t]),
  );
}

/** The area below an open request: the controls of the decision, or why the person cannot decide. */
function DecisionSection(
  props: ReturnType<typeof useDecisionAccess> & {
    readonly approval: ApprovalDetail;
    readonly children: ReactNode;
  },
): ReactNode {
  const t = useInboxTexts();
  const { approval, mayDecide } = props;
  const { delayed_decision: delayed } = approval;
  if (!props.isOpen) return null;
  return (
    <>
      {delayed !== null && !props.isSending && (
        <DelayedDecision approvalId={approval.approval_id} delayed={delayed} />
      )}
      <section
        aria-label={t('decide.title')}
        className="max-h-[65%] shrink-0 overflow-y-auto border-t border-line bg-card px-4 py-2.5 md:px-6"
      >
        {!mayDecide && <p className="text-soft">{t('decide.viewer')}</p>}
        {mayDecide && props.isDown && <p className="text-bad">{t('decide.offline')}</p>}
        {mayDecide && props.children}
      </section>
    </>
  );
}

const CHECK_MS = 2000;

/** Returns whether the server does not respond. A lost event stream alone does not prevent decisions. */
function useServerDown(): boolean {
  const isLost = useLive().state === 'lost';
  const check = useQuery({
    queryKey: ['server-health'],
    queryFn: async () => {
      const response = await fetch('/healthz');
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      return true;
    },
    enabled: isLost,
    networkMode: 'always',
    refetchInterval: CHECK_MS,
    retry: false,
    gcTime: 0,
  });
  return isLost && check.isError;
}
