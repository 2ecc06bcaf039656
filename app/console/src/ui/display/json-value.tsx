import type { ReactNode } from 'react';
import { RevealedText } from './revealed-text.tsx';

/** One value, formatted so that its type is recognizable: text as it is, everything else as JSON in another color. */
export function JsonValue(props: { readonly value: unknown }): ReactNode {
  return (
    <span className={typeof props.value === 'string' ? TEXT : OTHER}>
      <RevealedText text={jsonText(props.value)} />
    </span>
  );
}

/** Returns the text of a value as `JsonValue` displays it. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  return JSON.stringify(value, null, 2) ?? 'undefined';
}

const TEXT = 'font-mono text-small break-words whitespace-pre-wrap';
const OTHER = `${TEXT} text-info`;
