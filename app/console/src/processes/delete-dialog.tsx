import type { ReactNode } from 'react';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx';
import type { DeleteProps } from './delete-button.tsx';
import { useChatChange } from './use-chat-change.ts';
import { useChatTexts } from './use-chat-texts.ts';

/** The confirmation before a conversation, a template or a case is deleted. */
export function DeleteDialog(props: DeleteProps & { readonly onClose: () => void }): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const { kind, name, onClose } = props;
  const removal = useChatChange<void>({
    change: props.remove,
    stale: [`${kind}s`],
    done: () => t('manage.deleted', { name }),
    onDone: () => {
      onClose();
      return props.onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      title={t('manage.delete.title', { name })}
      text={t(`manage.delete.${kind}`)}
      action={t('manage.delete.action')}
      problem={removal.error ? explain(removal.error) : undefined}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
