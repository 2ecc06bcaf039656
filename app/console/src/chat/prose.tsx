import type { ReactNode } from 'react';
import { parseProse, type ProseBlock, type ProseSpan } from './parse-prose.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

/** Displays the text of a model as paragraphs and lists. Markup in it stays text. */
export function Prose(props: { readonly text: string }): ReactNode {
  return (
    <div className="flex flex-col gap-2 break-words">
      {parseProse(props.text).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { readonly block: ProseBlock }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Spans spans={block.spans} />
        </p>
      );
    case 'heading':
      return (
        <p className="font-semibold">
          <Spans spans={block.spans} />
        </p>
      );
    case 'code':
      return (
        <pre className="overflow-x-auto rounded bg-sunken p-2 font-mono text-small">
          <RevealedText text={block.text} />
        </pre>
      );
    case 'list': {
      const items = block.items.map((spans, index) => (
        <li key={index}>
          <Spans spans={spans} />
        </li>
      ));
      return block.isOrdered ? (
        <ol className="list-decimal pl-6">{items}</ol>
      ) : (
        <ul className="list-disc pl-5">{items}</ul>
      );
    }
  }
}

function Spans(props: { readonly spans: readonly ProseSpan[] }): ReactNode {
  return props.spans.map(({ kind, text }, index) => {
    switch (kind) {
      case 'text':
        return <RevealedText key={index} text={text} />;
      case 'strong':
        return (
          <strong key={index}>
            <RevealedText text={text} />
          </strong>
        );
      case 'code':
        return (
          <code key={index} className="rounded bg-sunken px-1 font-mono text-[0.9em]">
            <RevealedText text={text} />
          </code>
        );
    }
  });
}
