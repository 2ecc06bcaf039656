import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { formatPlainDate, todayInJapan } from '../../../../server/src/processes/schedule/plain-date.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Screen } from '../../ui/display/screen.tsx';
import { DAYS_TO_GOAL } from '../goal.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, NEXT_STEP } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { templatesQuery, type ChatTemplate } from '../../api/chat/chat-queries.ts';
import { DeleteButton } from '../delete-button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

const TemplatePlan = lazyPart(() => import('./template-plan.tsx').then((file) => file.TemplatePlan), {
  waiting: <Skeleton rows={4} />,
});

/** The templates. A case that is started from one is opened on its own screen. */
export function TemplatesScreen(): ReactNode {
  const t = useShellTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [standard] = useState(() => formatPlainDate(todayInJapan(Date.now()) + DAYS_TO_GOAL));
  return (
    <Screen title={t('nav.templates')}>
      <TemplatesPanel
        goalDate={search['goal'] ?? standard}
        onStarted={(caseId) => navigate({ to: '/chat/cases/$caseId', params: { caseId } })}
      />
    </Screen>
  );
}

/** A searchable list of templates. Each can be started for a goal date, changed and deleted. */
function TemplatesPanel(props: {
  readonly goalDate: string;
  readonly onStarted: (caseId: string) => Promise<void>;
}): ReactNode {
  const t = useChatTexts();
  const [text, setText] = useState('');
  const [openId, setOpenId] = useState<string>();
  const templates = useQuery({ ...templatesQuery(useChatClient(), text), placeholderData: keepPreviousData });
  if (templates.isPending) return <Skeleton />;
  if (templates.isLoadingError)
    return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  if (templates.data.length === 0 && text === '') {
    return (
      <EmptyState
        icon="templates"
        title={t('templates.empty.title')}
        action={
          <Link to="/chat" className={NEXT_STEP}>
            {t('title')}
          </Link>
        }
      >
        {t('templates.empty.text')}
      </EmptyState>
    );
  }
  const open = openId ?? templates.data[0]?.id;
  return (
    <div className="flex flex-col gap-2">
      <SearchBox
        wide
        label={t('templates.search')}
        hint={t('manage.search')}
        value={text}
        onChange={setText}
      />
      {templates.data.length === 0 && (
        <p role="status" className="px-2 py-4 text-soft">
          {t('manage.none', { text })}
        </p>
      )}
      <ul aria-label={t('tab.templates')} className="flex flex-col gap-2">
        {templates.data.map((template) => (
          <li key={template.id} className="rounded-md border border-line bg-card p-3">
            <TemplateCard
              {...props}
              template={template}
              isOpen={template.id === open}
              onOpen={() => setOpenId(template.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function TemplateCard(props: {
  readonly template: ChatTemplate;
  readonly goalDate: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onStarted: (caseId: string) => Promise<void>;
}): ReactNode {
  const { template } = props;
  const { id, name, version, stepTemplates } = template;
  const t = useChatTexts();
  const client = useChatClient();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <TemplateEditor template={template} onClose={() => setEditing(false)} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold break-words">
            <RevealedText text={name} />
          </h2>
          <p className="text-small text-soft [overflow-wrap:anywhere]">
            {t('templates.steps', { count: stepTemplates.length })}
            {!props.isOpen && `: ${stepTemplates.map((step) => step.name).join(' → ')}`}
          </p>
        </div>
        {!props.isOpen && (
          <Button small onClick={props.onOpen}>
            {t('templates.start')}
          </Button>
        )}
        <IconButton icon="edit" label={t('templates.editOf', { name })} onClick={() => setEditing(true)} />
        <DeleteButton
          kind="template"
          name={name}
          remove={() => client.templates[':id'].$delete({ param: { id }, query: { version: `${version}` } })}
        />
      </div>
      {props.isOpen && (
        <StartForm
          key={props.goalDate}
          template={template}
          goalDate={props.goalDate}
          onStarted={props.onStarted}
        />
      )}
    </>
  );
}

function StartForm(props: {
  readonly template: ChatTemplate;
  readonly goalDate: string;
  readonly onStarted: (caseId: string) => Promise<void>;
}): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const client = useChatClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  const [goalDate, setGoalDate] = useState(props.goalDate);
  const [name, setName] = useState('');
  const start = useMutation({
    mutationFn: () =>
      readResponse(
        client.starts[':id'].cases.$post({
          param: { id: props.template.id },
          json: { goalDate, ...(name.trim() === '' ? {} : { name: name.trim() }) },
        }),
      ),
    onSuccess: async (started) => {
      await queries.invalidateQueries({ queryKey: ['chat', 'cases'] });
      // The screen of the case displays the result, because leaving this screen removes it.
      await props.onStarted(started.id);
      showResult({ text: t('start.done', { name: started.name }), tone: 'good' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <>
      <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          label={t('start.goal')}
          problem={start.error ? explain(start.error) : undefined}
          type="date"
          required
          value={goalDate}
          onChange={({ target }) => setGoalDate(target.value)}
        />
        <div className="min-w-40 flex-1">
          <TextField
            label={t('start.name')}
            value={name}
            maxLength={200}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <Button type="submit" tone="primary" busy={start.isPending} disabled={goalDate === ''}>
          {t('start.action')}
        </Button>
      </form>
      <TemplatePlan template={props.template} goalDate={goalDate} />
    </>
  );
}
