import { useEffect, useState, type ReactNode } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { Button } from './button.tsx';

/** Copies a text and says so for a moment. */
export function CopyButton(props: { readonly text: string; readonly label?: string }): ReactNode {
  const say = useShellWords();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <Button
      small
      onClick={() => {
        void navigator.clipboard.writeText(props.text).then(() => setDone(true));
      }}
    >
      <span role="status">{isDone ? say('action.copied') : (props.label ?? say('action.copy'))}</span>
    </Button>
  );
}

const SHOWN_MS = 2000;
