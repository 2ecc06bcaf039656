import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useMemo, type ReactNode } from 'react';
import {
  formatPlainDate,
  parsePlainDate,
  type PlainDate,
} from '../../../server/src/processes/schedule/plain-date.ts';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { TextInput } from '../ui/controls/field.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import type { ChatMessage } from '../api/chat/chat-queries.ts';
import { findMentionedDate } from './find-mentioned-date.ts';
import { PLAN_VIEWS } from './plan/plan-view.ts';
import { useCalendar } from './use-calendar.ts';
import { useChatTexts } from './use-chat-texts.ts';
import type { DraftControl } from './draft/use-draft.ts';

const DAYS_TO_GOAL = 60;
const TABS = ['draft', 'templates', 'cases'] as const;

const waiting = <Skeleton />;
const DraftPanel = lazyPart(() => import('./draft/draft-panel.tsx').then((file) => file.DraftPanel), {
  waiting,
});
const TemplatesPanel = lazyPart(
  () => import('./templates/templates-panel.tsx').then((file) => file.TemplatesPanel),
  {
    waiting,
  },
);
const CasesPanel = lazyPart(() => import('./cases/cases-panel.tsx').then((file) => file.CasesPanel), {
  waiting,
});
const CaseView = lazyPart(() => import('./cases/case-view.tsx').then((file) => file.CaseView), { waiting });

/** The results of a conversation: the draft, the templates created from drafts, the cases created from templates. */
export function PlanPanel(props: {
  readonly control: DraftControl;
  readonly messages: readonly ChatMessage[];
  /** Whether a draft exists or may arrive soon, so that its views are preloaded. */
  readonly expectsDraft: boolean;
  readonly onSendChanges: (message: string) => void;
}): ReactNode {
  const { control } = props;
  const t = useChatTexts();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const isDated = props.expectsDraft || search['case'] !== undefined;
  const calendar = useCalendar(isDated);
  useEffect(() => {
    if (props.expectsDraft) void DraftPanel.preload();
  }, [props.expectsDraft]);
  const { today, holidays } = calendar;
  const mentioned = useMemo(() => findGoal(props.messages, today), [props.messages, today]);
  const goal = parsePlainDate(search['goal'] ?? '') ?? mentioned ?? today + DAYS_TO_GOAL;
  const change = (fields: Record<string, string | undefined>) =>
    void navigate({ to: '/chat', search: { ...search, ...fields }, replace: true });
  if (calendar.error !== null) return <ErrorState error={calendar.error} onRetry={calendar.retry} />;
  const plan = {
    today,
    view: PLAN_VIEWS.find((view) => view === search['view']) ?? 'table',
    onView: (view: string) => change({ view }),
  };
  const contents: Readonly<Record<(typeof TABS)[number], ReactNode>> = {
    draft:
      control.draft === undefined ? (
        <EmptyState icon="edit" title={t('draft.empty.title')}>
          {t('draft.empty.text')}
        </EmptyState>
      ) : holidays === undefined ? (
        waiting
      ) : (
        <DraftPanel
          {...plan}
          holidays={holidays}
          control={control}
          draft={control.draft}
          goal={goal}
          goalField={<GoalField value={formatPlainDate(goal)} onChange={(date) => change({ goal: date })} />}
          onSendChanges={props.onSendChanges}
          onCreated={() => change({ tab: 'templates' })}
        />
      ),
    templates: (
      <TemplatesPanel
        goalDate={formatPlainDate(goal)}
        onStarted={(id) => change({ tab: 'cases', case: id })}
      />
    ),
    cases:
      search['case'] === undefined ? (
        <CasesPanel />
      ) : holidays === undefined ? (
        waiting
      ) : (
        <CaseView {...plan} holidays={holidays} key={search['case']} id={search['case']} />
      ),
  };
  return (
    <Tabs
      label={t('tab.label')}
      value={TABS.find((tab) => tab === search['tab']) ?? 'draft'}
      onChange={(tab) => change({ tab, case: undefined })}
      tabs={TABS.map((tab) => ({ value: tab, label: t(`tab.${tab}`), content: contents[tab] }))}
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
      <label htmlFor={id} className="text-[14px] font-medium whitespace-nowrap">
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
