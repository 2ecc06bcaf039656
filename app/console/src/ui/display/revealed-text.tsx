import type { ReactNode } from 'react';
import { splitHidden } from '../../i18n/reveal-hidden.ts';

/** A text from outside, unchanged except that invisible characters are displayed as codes. */
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
