import type { ReactNode } from 'react';
import type { SentencePart } from '../../i18n/translate-parts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** A sentence in which names of arguments and tools are displayed as code, so that a name like `to` reads as a name. */
export function CodedText(props: { readonly parts: readonly SentencePart[] }): ReactNode {
  return props.parts.map(({ text, isCode }, index) =>
    isCode ? (
      <code key={index} className="rounded bg-ink/8 px-1 font-mono text-[0.95em] font-normal">
        <RevealedText text={text} />
      </code>
    ) : (
      <RevealedText key={index} text={text} />
    ),
  );
}
