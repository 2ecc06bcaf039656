import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useMemo, type ReactNode } from 'react';
import {
  formatPlainDate,
  parsePlainDate,
  type PlainDate,
} from '../../../../server/src/processes/schedule/plain-date.ts';
import type { ChatMessage } from '../../api/chat/chat-queries.ts';
import { TextInput } from '../../ui/controls/field.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { findMentionedDate } from '../find-mentioned-date.ts';
import { DAYS_TO_GOAL } from '../goal.ts';
import { useCalendar } from '../use-calendar.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { usePlanView } from '../use-plan-view.ts';
import type { DraftControl } from './use-draft.ts';

const waiting = <Skeleton />;
const DraftPanel = lazyPart(() => import('./draft-panel.tsx').then((file) => file.DraftPanel), { waiting });

/** The draft of a conversation. A template that is created from it is opened on its own screen. */
export function DraftPane(props: {
  readonly control: DraftControl;
  readonly messages: readonly ChatMessage[];
  /** Whether a draft exists or may arrive soon, so that its views are preloaded. */
  readonly expectsDraft: boolean;
  readonly onSendChanges: (message: string) => void;
}): ReactNode {
  const { control, expectsDraft } = props;
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const plan = usePlanView();
  const { today, holidays, error, retry } = useCalendar(expectsDraft);
  useEffect(() => {
    if (expectsDraft) void DraftPanel.preload();
  }, [expectsDraft]);
  const mentioned = useMemo(() => findGoal(props.messages, today), [props.messages, today]);
  const goal = parsePlainDate(search['goal'] ?? '') ?? mentioned ?? today + DAYS_TO_GOAL;
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (control.draft === undefined) return null;
  if (holidays === undefined) return waiting;
  return (
    <DraftPanel
      {...plan}
      today={today}
      holidays={holidays}
      control={control}
      draft={control.draft}
      goal={goal}
      goalField={
        <GoalField
          value={formatPlainDate(goal)}
          onChange={(date) =>
            void navigate({ to: '.', search: (before) => ({ ...before, goal: date }), replace: true })
          }
        />
      }
      onSendChanges={props.onSendChanges}
      onCreated={() => navigate({ to: '/chat/templates', search: { goal: formatPlainDate(goal) } })}
    />
  );
}

/** Returns the last future date in the conversation. */
function findGoal(messages: readonly ChatMessage[], today: PlainDate): PlainDate | undefined {
  const days = messages.flatMap(({ content }) => findMentionedDate(content) ?? []);
  return days.findLast((day) => day > today);
}

function GoalField(props: { readonly value: string; readonly onChange: (date: string) => void }): ReactNode {
  const t = useChatTexts();
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-body font-semibold whitespace-nowrap">
        {t('draft.goal')}
      </label>
      <TextInput
        id={id}
        key={props.value}
        type="date"
        defaultValue={props.value}
        onBlur={({ target }) => {
          if (target.value !== '' && target.value !== props.value) props.onChange(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="numeric !min-h-9 !w-auto !py-1"
      />
    </span>
  );
}
