import { useId, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { TextInput } from '../../ui/controls/field.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalDetail } from '../approval.ts';
import { Notes } from '../values/arguments-view.tsx';
import { GrantChoice, ValueChoice, type Grant } from './grant-choice.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import type { ReadingState } from '../values/use-reading.ts';

const ReasonForm = lazyPart(() => import('./reason-form.tsx').then((file) => file.ReasonForm));

/** The mode of the panel. */
export type DecisionMode = 'idle' | 'deny' | 'send_back' | 'edit';

/** The buttons of a decision. They are below the request and never cover it. */
export function DecisionPanel(props: {
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
  readonly confirmation: string;
  readonly onConfirmation: (text: string) => void;
  readonly confirmationField: React.RefObject<HTMLInputElement | null>;
  readonly grant: Grant | undefined;
  readonly onGrant: (grant: Grant | undefined) => void;
  readonly valuesOnce: boolean;
  readonly onValuesOnce: (isOnce: boolean) => void;
  readonly onApprove: () => void;
  readonly onRefuse: (decision: 'deny' | 'send_back', reason: string) => void;
}): ReactNode {
  const t = useInboxTexts();
  const { approval, mode, reading } = props;
  const field = useId();
  const needsName = approval.risk_level === 5;
  const isNamed = !needsName || props.confirmation === approval.tool_id;
  const isOff = props.isBusy || props.isDead;
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
      {needsName && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={field} className="[overflow-wrap:anywhere]">
            {t('decide.confirm', { tool: approval.tool_id })}
          </label>
          <TextInput
            id={field}
            ref={props.confirmationField}
            aria-describedby={`${field}-note`}
            autoComplete="off"
            spellCheck={false}
            className="max-w-64 font-mono"
            value={props.confirmation}
            onChange={(event) => props.onConfirmation(event.target.value)}
          />
          <span id={`${field}-note`} className="text-small text-bad">
            {props.confirmation !== '' && !isNamed && t('decide.confirm.mismatch')}
          </span>
        </div>
      )}
      {mode === 'idle' && (
        <>
          {reading.state !== 'shown' && <WhyNot reading={reading} canEdit={approval.can_edit} />}
          <div className="flex flex-wrap gap-2">
            <Button
              tone="primary"
              shortcut="a"
              busy={props.isBusy}
              disabled={props.isDead || reading.state !== 'shown' || (props.isSeen && !isNamed)}
              onClick={props.onApprove}
              className="min-w-56 font-semibold max-sm:min-w-fit max-sm:flex-1"
            >
              {t(
                !props.isSeen ? 'decide.readFirst' : props.isArmed ? 'decide.approveArmed' : 'decide.approve',
              )}
            </Button>
            <Button
              tone="danger"
              shortcut="r"
              disabled={isOff}
              onClick={() => props.onMode('deny')}
              className="max-sm:flex-1"
            >
              {t('decide.deny')}
            </Button>
            <Button
              shortcut="b"
              disabled={isOff}
              onClick={() => props.onMode('send_back')}
              className="max-sm:hidden"
            >
              {t('decide.sendBack')}
            </Button>
            {approval.can_edit && (
              <Button
                shortcut="e"
                disabled={isOff}
                onClick={() => props.onMode('edit')}
                className="max-sm:hidden"
              >
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
                    { label: t('decide.sendBack'), icon: 'reply', onSelect: () => props.onMode('send_back') },
                    ...(approval.can_edit
                      ? [
                          {
                            label: t('decide.edit'),
                            icon: 'edit' as const,
                            onSelect: () => props.onMode('edit'),
                          },
                        ]
                      : []),
                  ],
                },
              ]}
            >
              <Icon name="more" />
            </Menu>
          </div>
          {approval.can_grant.length > 0 && (
            <div className="min-h-8">
              <GrantChoice approval={approval} grant={props.grant} onChange={props.onGrant} />
            </div>
          )}
          <ValueChoice approval={approval} isOnce={props.valuesOnce} onChange={props.onValuesOnce} />
        </>
      )}
    </div>
  );
}

/** Explains why a request cannot be approved, or not yet, and which actions are possible. */
function WhyNot(props: { readonly reading: ReadingState; readonly canEdit: boolean }): ReactNode {
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { reading } = props;
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
            {t(props.canEdit ? 'reading.blockedEdit' : 'reading.blocked')}
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
