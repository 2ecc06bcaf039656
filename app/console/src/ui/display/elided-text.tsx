import type { ReactNode } from 'react';
import { elideText } from './elide-text.ts';
import { RevealedText } from './revealed-text.tsx';

/**
 * A text on one line. When it is too long it is shortened in the middle: its domain or file name stays visible, and so
 * does the part in which it differs from the texts `unlike`. A screen reader reads the whole text.
 */
export function ElidedText(props: { readonly text: string; readonly unlike?: readonly string[] }): ReactNode {
  return (
    <>
      <span className="sr-only">
        <RevealedText text={props.text} />
      </span>
      <span aria-hidden="true" className="flex min-w-0 overflow-hidden" title={props.text}>
        {elideText(props.text, props.unlike).map((part, index) => (
          <span
            key={index}
            className={part.isKept ? 'shrink-0 whitespace-pre' : 'min-w-[1.5em] truncate whitespace-pre'}
          >
            <RevealedText text={part.text} />
          </span>
        ))}
      </span>
    </>
  );
}
