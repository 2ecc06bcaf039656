import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { MAX_OFFSET_DAYS } from '../../../../server/src/processes/templates/process-step.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { isComposing } from '../../ui/keys/key-layer.ts';
import { addStep, changeStep, moveStep, removeStep, toggleDependency } from './edit-draft.ts';
import type { DraftStep, ProcessDraft } from '../process-draft.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** Edits the steps of a draft. Every finished change is one step of undo. */
export function DraftEditor(props: {
  readonly draft: ProcessDraft;
  readonly onEdit: (draft: ProcessDraft) => void;
}): ReactNode {
  const t = useChatTexts();
  const { draft, onEdit } = props;
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label={t('step.table')} className="flex flex-col gap-2">
        {draft.steps.map((step) => (
          <StepEditor key={step.seq} step={step} draft={draft} onEdit={onEdit} />
        ))}
      </ol>
      <Button className="self-start" onClick={() => onEdit(addStep(draft, t('draft.newStep')))}>
        {t('draft.add')}
      </Button>
    </div>
  );
}

function StepEditor(props: {
  readonly step: DraftStep;
  readonly draft: ProcessDraft;
  readonly onEdit: (draft: ProcessDraft) => void;
}): ReactNode {
  const t = useChatTexts();
  const { step, draft, onEdit } = props;
  const { seq } = step;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-card p-2.5">
      <div className="flex items-center gap-2">
        <span className="numeric w-6 text-right text-small text-soft">{seq}</span>
        <CommittedInput
          label={t('step.nameOf', { seq })}
          value={step.name}
          maxLength={200}
          onCommit={(name) => onEdit(changeStep(draft, seq, { name }))}
        />
        <MoveButton
          label={t('step.up', { seq })}
          turn="rotate-90"
          onClick={() => onEdit(moveStep(draft, seq, -1))}
          isOff={seq === 1}
        />
        <MoveButton
          label={t('step.down', { seq })}
          turn="-rotate-90"
          onClick={() => onEdit(moveStep(draft, seq, 1))}
          isOff={seq === draft.steps.length}
        />
        <Button
          small
          tone="quiet"
          aria-label={t('step.remove', { seq })}
          onClick={() => onEdit(removeStep(draft, seq))}
        >
          <Icon name="close" />
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2 pl-8 text-small">
        <Select
          label={t('step.basisOf', { seq })}
          value={step.basis}
          options={BASES.map((basis) => ({ value: basis, label: t(`step.basis.${basis}`) }))}
          onChange={(basis) => onEdit(changeStep(draft, seq, { basis }))}
          small
          className="min-w-28"
        />
        <CommittedInput
          label={t('step.offsetOf', { seq })}
          value={String(step.offsetDays)}
          kind="number"
          onCommit={(text) => onEdit(changeStep(draft, seq, { offsetDays: clampDays(text) }))}
        />
        <span className="text-soft">{t('step.offset')}</span>
        <fieldset className="flex flex-wrap items-center gap-1.5">
          <legend className="sr-only">{t('step.dependenciesOf', { seq })}</legend>
          <span aria-hidden="true" className="text-soft">
            {t('step.dependsOn')}
          </span>
          {draft.steps.map((other) =>
            other.seq === seq || (other.seq > seq && !step.dependsOn.includes(other.seq)) ? null : (
              <label
                key={other.seq}
                title={other.name}
                className="flex min-h-6 items-center gap-1 rounded border border-line px-1.5"
              >
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={step.dependsOn.includes(other.seq)}
                  onChange={() => onEdit(toggleDependency(draft, seq, other.seq))}
                />
                <span className="numeric">{other.seq}</span>
                <span className="sr-only">{other.name}</span>
              </label>
            ),
          )}
        </fieldset>
      </div>
    </li>
  );
}

const BASES = ['goal', 'prev'] as const;

function MoveButton(props: {
  readonly label: string;
  readonly turn: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <Button small tone="quiet" aria-label={props.label} disabled={props.isOff} onClick={props.onClick}>
      <Icon name="back" className={props.turn} />
    </Button>
  );
}

/** A field that reports its change on blur or Enter, not with every letter. */
function CommittedInput(props: {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'number';
  readonly maxLength?: number;
  readonly onCommit: (value: string) => void;
}): ReactNode {
  const [text, setText] = useState<string>();
  const commit = () => {
    const value = text?.trim() ?? '';
    if (value !== '' && value !== props.value) props.onCommit(value);
    setText(undefined);
  };
  const commitByKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') setText(undefined);
  };
  return (
    <TextInput
      type={props.kind ?? 'text'}
      aria-label={props.label}
      value={text ?? props.value}
      maxLength={props.maxLength}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={commitByKey}
      className={props.kind === 'number' ? '!w-20 !min-h-8 !py-1 numeric' : '!min-h-9 !py-1'}
    />
  );
}

function clampDays(text: string): number {
  const days = Math.trunc(Number(text));
  return Number.isFinite(days) ? Math.max(-MAX_OFFSET_DAYS, Math.min(MAX_OFFSET_DAYS, days)) : 0;
}
