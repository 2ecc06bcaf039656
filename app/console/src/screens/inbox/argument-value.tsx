import type { ReactNode } from 'react';

/** One value, written so that its type can be told: texts as they are, everything else as JSON. */
export function ArgumentValue(props: { readonly value: unknown }): ReactNode {
  const { value } = props;
  if (typeof value === 'string') {
    return (
      <span className="font-mono text-[13.5px] break-words whitespace-pre-wrap">
        {value === '' ? '""' : value}
      </span>
    );
  }
  return (
    <span className="font-mono text-[13.5px] break-words whitespace-pre-wrap text-info">
      {JSON.stringify(value, null, 2)}
    </span>
  );
}
