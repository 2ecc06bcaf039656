import { useId, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { TextInput } from '../../ui/controls/field.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalDetail } from '../approval.ts';
import { Notes } from '../values/arguments-view.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import type { ReadingState } from '../values/use-reading.ts';

const ReasonForm = lazyPart(() => import('./reason-form.tsx').then((file) => file.ReasonForm));

/** The mode of the panel. */
export type DecisionMode = 'idle' | 'deny' | 'send_back' | 'edit';

interface PanelProps {
  readonly approval: ApprovalDetail;
  readonly mode: DecisionMode;
  readonly onMode: (mode: DecisionMode) => void;
  readonly reading: ReadingState;
  /** Whether all values have been on the screen. */
  readonly isSeen: boolean;
  /** Whether a call of risk 4 was approved once; the second press sends it. */
  readonly isArmed: boolean;
  readonly isBusy: boolean;
  /** Whether the request has just been displayed, so that no decision is possible yet. */
  readonly isDead: boolean;
  /** Whether the tool is named, as risk 5 requires. */
  readonly isNamed: boolean;
  readonly confirmation: string;
  readonly onConfirmation: (text: string) => void;
  readonly confirmationField: React.RefObject<HTMLInputElement | null>;
  readonly onApprove: () => void;
  readonly onRefuse: (decision: 'deny' | 'send_back', reason: string) => void;
  /** The choices below the buttons. */
  readonly children: ReactNode;
}

/** The buttons of a decision. They are below the request and never cover it. */
export function DecisionPanel(props: PanelProps): ReactNode {
  const { approval, mode, reading } = props;
  if (mode === 'deny' || mode === 'send_back') {
    return (
      <ReasonForm
        key={mode}
        purpose={mode}
        isDisabled={props.isBusy}
        onCancel={() => props.onMode('idle')}
        onSubmit={(reason) => props.onRefuse(mode, reason)}
      />
    );
  }
  return (
    <div
      className="flex flex-col gap-3"
      onPointerEnter={() => void ReasonForm.preload()}
      onFocus={() => void ReasonForm.preload()}
    >
      {approval.risk_level === 5 && <ToolName {...props} />}
      {mode === 'idle' && (
        <>
          {reading.state !== 'shown' && <WhyNot {...props} />}
          <Buttons {...props} />
          {props.children}
        </>
      )}
    </div>
  );
}

/** The field for the name of the tool, which an approval of risk 5 requires. */
function ToolName(props: PanelProps): ReactNode {
  const t = useInboxTexts();
  const field = useId();
  const { confirmation } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={field} className="[overflow-wrap:anywhere]">
        {t('decide.confirm', { tool: props.approval.tool_id })}
      </label>
      <TextInput
        id={field}
        ref={props.confirmationField}
        aria-describedby={`${field}-note`}
        autoComplete="off"
        spellCheck={false}
        className="max-w-64 font-mono"
        value={confirmation}
        onChange={(event) => props.onConfirmation(event.target.value)}
      />
      <span id={`${field}-note`} className="text-small text-bad">
        {confirmation !== '' && !props.isNamed && t('decide.confirm.mismatch')}
      </span>
    </div>
  );
}

function Buttons(props: PanelProps): ReactNode {
  const t = useInboxTexts();
  const { isBusy, isDead, isSeen, onMode } = props;
  const isOff = isBusy || isDead;
  const { can_edit: canEdit } = props.approval;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        tone="primary"
        shortcut="a"
        busy={isBusy}
        disabled={isDead || props.reading.state !== 'shown' || (isSeen && !props.isNamed)}
        onClick={props.onApprove}
        className="min-w-56 font-semibold max-sm:min-w-fit max-sm:flex-1"
      >
        {t(!isSeen ? 'decide.readFirst' : props.isArmed ? 'decide.approveArmed' : 'decide.approve')}
      </Button>
      <Button
        tone="danger"
        shortcut="r"
        disabled={isOff}
        onClick={() => onMode('deny')}
        className="max-sm:flex-1"
      >
        {t('decide.deny')}
      </Button>
      <Button shortcut="b" disabled={isOff} onClick={() => onMode('send_back')} className="max-sm:hidden">
        {t('decide.sendBack')}
      </Button>
      {canEdit && (
        <Button shortcut="e" disabled={isOff} onClick={() => onMode('edit')} className="max-sm:hidden">
          {t('decide.edit')}
        </Button>
      )}
      <Menu
        side="top"
        align="end"
        label={t('decide.more')}
        isDisabled={isOff}
        className="inline-flex min-h-11 w-12 items-center justify-center rounded-md border border-edge bg-card disabled:opacity-55 sm:hidden"
        sections={[
          {
            kind: 'actions',
            items: [
              { label: t('decide.sendBack'), icon: 'reply', onSelect: () => onMode('send_back') },
              ...(canEdit
                ? [{ label: t('decide.edit'), icon: 'edit' as const, onSelect: () => onMode('edit') }]
                : []),
            ],
          },
        ]}
      >
        <Icon name="more" />
      </Menu>
    </div>
  );
}

/** Explains why a request cannot be approved, or not yet, and which actions are possible. */
function WhyNot({ reading, approval }: PanelProps): ReactNode {
  const t = useInboxTexts();
  const explain = useExplainFailure();
  switch (reading.state) {
    case 'failed':
      return (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-bad">
          {t('reading.failed', { why: explain(reading.failure) })}
          <Button small onClick={reading.load}>
            {t('reading.retry')}
          </Button>
        </p>
      );
    case 'blocked':
      return (
        <div>
          <p className="font-semibold text-bad">
            {t(approval.can_edit ? 'reading.blockedEdit' : 'reading.blocked')}
          </p>
          <Notes notes={reading.values?.problems ?? []} />
        </div>
      );
    case 'loading':
    case 'masked':
    case 'shown':
      return <p className="text-soft">{t('reading.loading')}</p>;
  }
}
