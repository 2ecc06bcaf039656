import { useState, type FormEvent, type ReactNode } from 'react';
import { findStepProblem } from '../../../../server/src/processes/templates/check-steps.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import type { ChatTemplate } from '../../api/chat/chat-queries.ts';
import { DraftEditor } from '../draft/draft-editor.tsx';
import { draftOfTemplate } from './draft-of-template.ts';
import { proposedName } from './proposed-name.ts';
import { useChatChange } from '../use-chat-change.ts';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { writeSteps } from './write-steps.ts';

const MAX_LENGTH = 200;

/** Changes the name and the steps of a template. Running cases retain their steps. */
export function TemplateEditor(props: {
  readonly template: ChatTemplate;
  readonly onClose: () => void;
}): ReactNode {
  const t = useChatTexts();
  const shell = useShellTexts();
  const explain = useExplainFailure();
  const { template } = props;
  const [draft, setDraft] = useState(() => draftOfTemplate(template));
  const change = useTemplateChange(template, props.onClose);
  const problem = findStepProblem(draft.steps.map((step) => ({ ...step, dependsOn: [...step.dependsOn] })));
  const proposed = proposedName(change.error);
  const save = (name: string) => {
    setDraft({ ...draft, name });
    change.mutate({ ...draft, name });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft.name.trim());
  };
  const isNameless = draft.name.trim() === '';
  return (
    <form
      onSubmit={submit}
      aria-label={t('templates.editOf', { name: template.name })}
      className="flex flex-col gap-3"
    >
      <TextField
        label={t('draft.name')}
        hint={t('templates.editHint')}
        problem={isNameless ? t('create.nameNeeded') : change.error ? explain(change.error) : undefined}

        autoFocus
        value={draft.name}
        maxLength={MAX_LENGTH}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <DraftEditor draft={draft} onEdit={(edited) => setDraft({ ...edited, name: draft.name })} />
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-body text-bad">
          {t(`problem.${problem.class}`, { seq: problem.seq ?? 0 })}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose}>{shell('action.cancel')}</Button>
        {proposed !== undefined && (
          <Button onClick={() => save(proposed)}>{t('create.useName', { name: proposed })}</Button>
        )}
        <Button
          type="submit"
          tone="primary"
          busy={change.isPending}
          disabled={isNameless || problem !== undefined}
        >
          {t('manage.save')}
        </Button>
      </div>
    </form>
  );
}

function useTemplateChange(template: ChatTemplate, onClose: () => void) {
  const t = useChatTexts();
  const client = useChatClient();
  return useChatChange({
    change: (draft: ReturnType<typeof draftOfTemplate>) =>
      client.templates[':id'].$patch({
        param: { id: template.id },
        json: { version: template.version, name: draft.name, stepTemplates: writeSteps(draft) },
      }),
    stale: ['templates'],
    done: ({ name }) => t('manage.saved', { name }),
    onDone: onClose,
  });
}
