import type { ReactNode } from 'react';
import { RevealedText } from './revealed-text.tsx';

const MAX_TAIL = 24;

/** A text on one line that is shortened in the middle, so that the domain or the file name at its end stays visible. */
export function ElidedText(props: { readonly text: string; readonly className?: string }): ReactNode {
  const at = tailStart(props.text);
  return (
    <span className={`flex min-w-0 ${props.className ?? ''}`} title={props.text}>
      <span className="truncate">
        <RevealedText text={props.text.slice(0, at)} />
      </span>
      <span className="shrink-0 whitespace-pre">
        <RevealedText text={props.text.slice(at)} />
      </span>
    </span>
  );
}

/** Returns where the end of a text begins: at its domain, its file name or its last characters. */
export function tailStart(text: string): number {
  const last = text.length - MAX_TAIL;
  if (last <= 0) return text.length;
  const at = Math.max(text.lastIndexOf('@'), text.lastIndexOf('/'));
  const start = at >= last && at < text.length - 4 ? at : text.length - Math.floor(MAX_TAIL / 2);
  // A surrogate pair must not be split.
  return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start - 1 : start;
}
