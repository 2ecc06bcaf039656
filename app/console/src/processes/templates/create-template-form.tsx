import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readResponse } from '../../api/read-response.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { proposedName } from './proposed-name.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { writeSteps } from './write-steps.ts';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** Creates a template from the draft. It offers a free name when the name is in use. */
export function CreateTemplateForm(props: {
  readonly draft: ProcessDraft;
  readonly isReady: boolean;
  readonly onCreated: () => Promise<void>;
}): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const [typed, setTyped] = useState<string>();
  const creation = useCreation(props.draft, props.onCreated);
  const name = typed ?? props.draft.name;
  const proposed = proposedName(creation.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate(name.trim());
  };
  const why = proposed === undefined ? creation.error && explain(creation.error) : t('create.conflict');
  return (
    <form
      onSubmit={submit}
      className="flex flex-wrap items-end gap-2 rounded-md border border-line bg-card p-3"
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={t('draft.name')}
          problem={name.trim() === '' ? t('create.nameNeeded') : (why ?? undefined)}

          value={name}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {proposed !== undefined && (
        <Button
          onClick={() => {
            setTyped(proposed);
            creation.mutate(proposed);
          }}
        >
          {t('create.useName', { name: proposed })}
        </Button>
      )}
      <Button
        type="submit"
        tone="primary"
        busy={creation.isPending}
        disabled={!props.isReady || name.trim() === ''}
      >
        {t('create.action')}
      </Button>
    </form>
  );
}

function useCreation(draft: ProcessDraft, onCreated: () => Promise<void>) {
  const t = useChatTexts();
  const client = useChatClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: (name: string) =>
      readResponse(client.templates.$post({ json: { name, stepTemplates: writeSteps(draft) } })),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: ['chat', 'templates'] });
      // The screen of the templates displays the result, because leaving this screen removes it.
      await onCreated();
      showResult({ text: t('create.done', { name }), tone: 'good' });
    },
  });
}
