import { useEffect, useState, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text and displays for a moment whether that succeeded. */
export function CopyButton(props: { readonly text: string; readonly label?: string }): ReactNode {
  const t = useShellTexts();
  const [result, setResult] = useState<'copied' | 'notCopied'>();
  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <Button
      small
      onClick={() => {
        void copyText(props.text).then((isDone) => setResult(isDone ? 'copied' : 'notCopied'));
      }}
    >
      <span role="status">
        {result === undefined ? (props.label ?? t('action.copy')) : t(`action.${result}`)}
      </span>
    </Button>
  );
}

const SHOWN_MS = 2000;
