import { useState, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useChatChange } from './use-chat-change.ts';
import { useChatTexts } from './use-chat-texts.ts';

/** Deletes a conversation, a template or a case after a confirmation. */
export function DeleteButton(props: {
  readonly kind: 'session' | 'template' | 'case';
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved?: () => void;
}): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const { kind, name } = props;
  const [isAsking, setAsking] = useState(false);
  const removal = useChatChange<void>({
    change: props.remove,
    stale: [`${kind}s`],
    done: () => t('manage.deleted', { name }),
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
      <IconButton icon="trash" label={t('manage.delete', { name })} onClick={ask} />
      {isAsking && (
        <ConfirmDialog
          title={t('manage.delete.title', { name })}
          text={t(`manage.delete.${kind}`)}
          action={t('manage.delete.action')}
          problem={removal.error ? explain(removal.error) : undefined}
          isBusy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
