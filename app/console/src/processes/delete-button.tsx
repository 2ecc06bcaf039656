import { useState, type ReactNode } from 'react';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { useChatTexts } from './use-chat-texts.ts';

export interface DeleteProps {
  readonly kind: 'session' | 'template' | 'case';
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved?: () => void;
}

// Loaded on demand, because dialogs are a noticeable part of the download size of the screen.
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx').then((file) => file.DeleteDialog));

/** Deletes a conversation, a template or a case after a confirmation. */
export function DeleteButton(props: DeleteProps): ReactNode {
  const t = useChatTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="trash"
        label={t('manage.delete', { name: props.name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <DeleteDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
