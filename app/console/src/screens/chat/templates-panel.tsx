import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAnswer } from '../../api/read-answer.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useToast } from '../../components/toasts.ts';
import { casesQuery, templatesQuery, type ChatTemplate } from './chat-queries.ts';
import { useChatClient } from './use-chat-client.ts';
import { useChatWords } from './use-chat-words.ts';
import { RevealedText } from '../../components/revealed-text.tsx';

/** The templates; any of them can be started for a goal date. */
export function TemplatesPanel(props: {
  readonly goalDate: string;
  readonly onStarted: (caseId: string) => void;
}): ReactNode {
  const say = useChatWords();
  const templates = useQuery(templatesQuery(useChatClient()));
  const [openId, setOpenId] = useState<string>();
  if (templates.isPending) return <Skeleton />;
  if (templates.isLoadingError)
    return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  if (templates.data.length === 0) {
    return (
      <EmptyState icon="skills" title={say('templates.empty.title')}>
        {say('templates.empty.text')}
      </EmptyState>
    );
  }
  const open = openId ?? templates.data[0]?.id;
  return (
    <ul className="flex flex-col gap-2">
      {templates.data.map((template) => (
        <li key={template.id} className="rounded-md border border-line bg-card p-3">
          <div className="flex flex-wrap items-center gap-2">
            <div className="min-w-0 flex-1">
              <h2 className="font-semibold break-words">
                <RevealedText text={template.name} />
              </h2>
              <p className="truncate text-[13px] text-soft">
                {say('templates.steps', { count: template.stepTemplates.length })}:{' '}
                {template.stepTemplates.map(({ name }) => name).join(' → ')}
              </p>
            </div>
            {template.id !== open && (
              <Button small onClick={() => setOpenId(template.id)}>
                {say('templates.start')}
              </Button>
            )}
          </div>
          {template.id === open && (
            <StartForm
              key={props.goalDate}
              template={template}
              goalDate={props.goalDate}
              onStarted={props.onStarted}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function StartForm(props: {
  readonly template: ChatTemplate;
  readonly goalDate: string;
  readonly onStarted: (caseId: string) => void;
}): ReactNode {
  const say = useChatWords();
  const explain = useExplainFailure();
  const client = useChatClient();
  const queries = useQueryClient();
  const toast = useToast();
  const [goalDate, setGoalDate] = useState(props.goalDate);
  const [name, setName] = useState('');
  const start = useMutation({
    mutationFn: () =>
      readAnswer(
        client.starts[':id'].cases.$post({
          param: { id: props.template.id },
          json: { goalDate, ...(name.trim() === '' ? {} : { name: name.trim() }) },
        }),
      ),
    onSuccess: async (started) => {
      toast({ text: say('start.done', { name: started.name }), tone: 'good' });
      await queries.invalidateQueries(casesQuery(client));
      props.onStarted(started.id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-3">
      <Field label={say('start.goal')} problem={start.error ? explain(start.error) : undefined}>
        {(ids) => (
          <TextInput
            {...ids}
            type="date"
            required
            value={goalDate}
            onChange={({ target }) => setGoalDate(target.value)}
          />
        )}
      </Field>
      <div className="min-w-40 flex-1">
        <Field label={say('start.name')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={name}
              maxLength={200}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" tone="primary" busy={start.isPending} disabled={goalDate === ''}>
        {say('start.action')}
      </Button>
    </form>
  );
}
