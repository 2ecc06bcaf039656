import type { ReactNode } from 'react';
import { splitHidden } from '../format/reveal-hidden.ts';

/** A text from outside, as it is; characters that nobody would see stand out as codes. */
export function RevealedText(props: { readonly text: string }): ReactNode {
  return splitHidden(props.text).map((piece, index) =>
    piece.isCode ? (
      <mark key={index} className="rounded bg-warn-tint px-0.5 font-mono text-warn">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
