import { useState, type ReactNode } from 'react';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { useChatTexts } from './use-chat-texts.ts';

export interface RenameProps {
  readonly kind: 'session' | 'case';
  readonly name: string;
  /** The initial text of the field; empty when no name was set yet. */
  readonly current: string;
  readonly rename: (name: string) => Promise<unknown>;
}

const RenameDialog = lazyPart(() => import('./rename-dialog.tsx').then((file) => file.RenameDialog));

/** Renames a conversation or a case. */
export function RenameButton(props: RenameProps): ReactNode {
  const t = useChatTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="edit"
        label={t('manage.rename', { name: props.name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <RenameDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
