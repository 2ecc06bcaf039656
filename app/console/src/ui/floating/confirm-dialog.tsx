import { useRef, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for a confirmation of an action that cannot be undone. The cancel button has the initial focus. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useShellTexts();
  const wayOut = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={props.title} description={props.text} focus={wayOut} onClose={props.onClose}>
      {props.problem !== undefined && (
        <p role="alert" className="mb-3 rounded-md bg-bad-tint px-3 py-2 text-body text-bad">
          {props.problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button ref={wayOut} onClick={props.onClose}>
          {t('action.cancel')}
        </Button>
        <Button tone="danger" busy={props.isBusy} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </Dialog>
  );
}
