import type { ReactNode } from 'react';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** They stand for the codes while the sentence is translated. */
const PLACES = ['⟦0⟧', '⟦1⟧'] as const;

/** A sentence in which names of arguments and tools are displayed as code, so that a name like `to` reads as a name. */
export function CodedText(props: {
  readonly text: (places: typeof PLACES) => string;
  readonly codes: readonly string[];
}): ReactNode {
  return props
    .text(PLACES)
    .split(/(⟦[01]⟧)/u)
    .map((part, index) => {
      const code = props.codes[PLACES.findIndex((place) => place === part)];
      return code === undefined ? (
        part
      ) : (
        <code key={index} className="rounded bg-sunken px-1 font-mono text-[0.95em] font-normal">
          <RevealedText text={code} />
        </code>
      );
    });
}
