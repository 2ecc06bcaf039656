import { useEffect, useState, type ReactNode } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text and displays for a moment whether that succeeded. */
export function CopyButton(props: { readonly text: string; readonly label?: string }): ReactNode {
  const say = useShellWords();
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
        {result === undefined ? (props.label ?? say('action.copy')) : say(`action.${result}`)}
      </span>
    </Button>
  );
}

const SHOWN_MS = 2000;
