import { useMemo, useState, type ReactNode } from 'react';
import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { compareDrafts, type StepDifference } from './compare-drafts.ts';
import { CreateTemplateForm } from '../templates/create-template-form.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { DraftTable } from './draft-table.tsx';
import type { PlanView } from '../plan/plan-view.ts';
import { PlanViews } from '../plan/plan-views.tsx';
import { PlanWarnings } from '../plan/plan-warnings.tsx';
import { planSteps } from '../plan/planned-step.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { scheduleDraft } from '../plan/schedule-draft.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import type { DraftControl } from './use-draft.ts';
import { describeFields, writeDifferences } from './describe-difference.ts';

/** The properties of the panel besides the draft. */
type DraftPanelProps = {
  readonly control: DraftControl;
  readonly draft: ProcessDraft;
  readonly goal: PlainDate;
  readonly goalField: ReactNode;
  readonly today: PlainDate;
  readonly holidays: HolidayCalendar;
  readonly view: PlanView;
  readonly onView: (view: PlanView) => void;
  readonly onCreated: () => Promise<void>;
  readonly onSendChanges: (message: string) => void;
};

/** The live draft: its changes, its warnings, three views, and the form that creates a template. */
export function DraftPanel(props: DraftPanelProps): ReactNode {
  const { control, draft, goal, today, holidays } = props;
  const t = useChatTexts();
  const { language } = usePreferences();
  const [isEditing, setEditing] = useState(false);
  const telling = useMemo(() => ({ t, language, goal, holidays }), [t, language, goal, holidays]);
  const differences = useMemo(
    () => (control.before === undefined ? undefined : compareDrafts(control.before, draft)),
    [control.before, draft],
  );
  const dated = useMemo(
    () => scheduleDraft(draft, { goal, today, holidays }),
    [draft, goal, today, holidays],
  );
  const planned = useMemo(
    () => ('schedule' in dated ? planSteps(draft.steps, dated.schedule, differences) : []),
    [draft, dated, differences],
  );
  useUndoKeys(control);
  const problem = 'problem' in dated ? <PlanProblem problem={dated.problem} /> : undefined;
  const table = isEditing ? (
    <DraftEditor draft={draft} onEdit={control.edit} />
  ) : (
    <DraftTable steps={draft.steps} planned={planned} telling={telling} />
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-section font-semibold">{draft.name || t('draft.unnamed')}</h2>
        {control.isByHand && <Badge tone="info">{t('draft.byHand')}</Badge>}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button small disabled={!control.canUndo} onClick={control.undo} aria-keyshortcuts="Control+Z">
            {t('draft.undo')}
          </Button>
          <Button
            small
            disabled={!control.canRedo}
            onClick={control.redo}
            aria-keyshortcuts="Control+Shift+Z"
          >
            {t('draft.redo')}
          </Button>
          <Button small aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {t(isEditing ? 'draft.done' : 'draft.edit')}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">{props.goalField}</div>
      {differences !== undefined && (
        <DraftDifferences
          differences={differences}
          onSendChanges={control.isByHand ? props.onSendChanges : undefined}
        />
      )}
      {problem}
      <PlanWarnings steps={planned} />
      <PlanViews
        view={isEditing ? 'table' : props.view}
        onView={(view) => {
          if (view !== 'table') setEditing(false);
          props.onView(view);
        }}
        table={table}
        problem={problem}
        steps={planned}
        today={today}
        telling={telling}
      />
      <CreateTemplateForm draft={draft} isReady={problem === undefined} onCreated={props.onCreated} />
    </div>
  );
}

function PlanProblem(props: {
  readonly problem: Extract<ReturnType<typeof scheduleDraft>, { problem: unknown }>['problem'];
}): ReactNode {
  const t = useChatTexts();
  const { class: name, seq = 0 } = props.problem;
  return (
    <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-body text-bad">
      <strong>{t('problem.title')}:</strong> {t(`problem.${name}`, { seq })}
    </p>
  );
}

function useUndoKeys({ undo, redo }: DraftControl): void {
  const t = useChatTexts();
  const shortcuts = useMemo(
    () => [
      { keys: 'mod+z', label: t('draft.undo'), run: undo },
      { keys: 'mod+shift+z', label: t('draft.redo'), run: redo },
      { keys: 'mod+y', label: t('draft.redo'), run: redo },
    ],
    [t, undo, redo],
  );
  useShortcuts(shortcuts);
}

/** Displays the changes since the last draft, step by step. */
function DraftDifferences(props: {
  readonly differences: readonly StepDifference[];
  /** Present when a person made the changes, so that they can be sent to the model. */
  readonly onSendChanges: ((message: string) => void) | undefined;
}): ReactNode {
  const t = useChatTexts();
  const { differences } = props;
  if (differences.length === 0) return <p className="text-small text-soft">{t('diff.none')}</p>;
  return (
    <details
      open={differences.length <= 6}
      className="rounded-md border border-line bg-card px-3 py-2 text-body"
    >
      <summary className="font-semibold">{t('diff.title', { count: differences.length })}</summary>
      <ul className="mt-2 flex flex-col gap-1.5">
        {differences.map((difference) => (
          <li key={keyOf(difference)} className="flex items-baseline gap-2">
            <Badge tone={TONES[difference.kind]}>{t(`diff.${difference.kind}`)}</Badge>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {props.onSendChanges !== undefined && (
        <Button
          small
          className="mt-2"
          onClick={() => props.onSendChanges?.(writeDifferences(differences, t))}
        >
          {t('diff.tell')}
        </Button>
      )}
    </details>
  );
}

function Difference({ difference }: { readonly difference: StepDifference }): ReactNode {
  const t = useChatTexts();
  switch (difference.kind) {
    case 'added':
      return <span>{difference.step.name}</span>;
    case 'removed':
      return <span className="text-soft line-through">{difference.step.name}</span>;
    case 'changed':
      return (
        <span>
          {difference.after.name}
          <span className="block text-small text-soft">{describeFields(difference, t)}</span>
        </span>
      );
  }
}

const keyOf = (difference: StepDifference) =>
  `${difference.kind}${difference.kind === 'changed' ? difference.after.seq : difference.step.seq}`;

const TONES: Readonly<Record<StepDifference['kind'], BadgeTone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'info',
};
