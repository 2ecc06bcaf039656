import type { ReactNode } from 'react';
import { RevealedText } from '../../components/revealed-text.tsx';

/** One value, written so that its type can be told: texts as they are, everything else as JSON. */
export function ArgumentValue(props: { readonly value: unknown }): ReactNode {
  const { value } = props;
  if (typeof value === 'string') {
    return (
      <span className="font-mono text-[13.5px] break-words whitespace-pre-wrap">
        <RevealedText text={value === '' ? '""' : value} />
      </span>
    );
  }
  return (
    <span className="font-mono text-[13.5px] break-words whitespace-pre-wrap text-info">
      <RevealedText text={JSON.stringify(value, null, 2)} />
    </span>
  );
}
