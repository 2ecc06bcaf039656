import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/floating/dialog.tsx';
import { TextField } from '../ui/controls/field.tsx';
import { useShellTexts } from '../i18n/use-texts.ts';
import type { RenameProps } from './rename-button.tsx';
import { useChatChange } from './use-chat-change.ts';
import { useChatTexts } from './use-chat-texts.ts';

const MAX_LENGTH = 200;

/** The dialog in which a conversation or a case is renamed. */
export function RenameDialog(props: RenameProps & { readonly onClose: () => void }): ReactNode {
  const t = useChatTexts();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={t('manage.rename', { name: props.name })} focus={field} onClose={props.onClose}>
      <RenameForm {...props} field={field} />
    </Dialog>
  );
}

function RenameForm(props: {
  readonly kind: 'session' | 'case';
  readonly field: RefObject<HTMLInputElement | null>;
  readonly current: string;
  readonly rename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useChatTexts();
  const shell = useShellTexts();
  const explain = useExplainFailure();
  const [name, setName] = useState(props.current);
  const change = useChatChange({
    change: props.rename,
    stale: props.kind === 'case' ? ['case', 'cases'] : ['sessions'],
    done: (given: string) => t('manage.renamed', { name: given }),
    onDone: props.onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') change.mutate(name.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('draft.name')}
        problem={change.error ? explain(change.error) : undefined}
        ref={props.field}
        value={name}
        maxLength={MAX_LENGTH}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose}>{shell('action.cancel')}</Button>
        <Button type="submit" tone="primary" busy={change.isPending} disabled={name.trim() === ''}>
          {t('manage.save')}
        </Button>
      </div>
    </form>
  );
}
