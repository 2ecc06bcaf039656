import { useState, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useChatChange } from './use-chat-change.ts';
import { useChatWords } from './use-chat-words.ts';

/** Deletes a conversation, a template or a case after a confirmation. */
export function DeleteButton(props: {
  readonly kind: 'session' | 'template' | 'case';
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved?: () => void;
}): ReactNode {
  const say = useChatWords();
  const explain = useExplainFailure();
  const { kind, name } = props;
  const [isAsking, setAsking] = useState(false);
  const removal = useChatChange<void>({
    change: props.remove,
    stale: [`${kind}s`],
    done: () => say('manage.deleted', { name }),
    onDone: () => {
      setAsking(false);
      props.onRemoved?.();
    },
  });
  const ask = () => {
    removal.reset();
    setAsking(true);
  };
  return (
    <>
      <IconButton icon="trash" label={say('manage.delete', { name })} onClick={ask} />
      {isAsking && (
        <ConfirmDialog
          title={say('manage.delete.title', { name })}
          text={say(`manage.delete.${kind}`)}
          action={say('manage.delete.action')}
          problem={removal.error ? explain(removal.error) : undefined}
          isBusy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
