import type { ReactNode } from 'react';

/** A keyboard key. */
export function Keycap(props: { readonly name: string }): ReactNode {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded border border-line border-b-2 bg-sunken px-1 font-mono text-[11px] leading-4 text-soft">
      {labelOf(props.name)}
    </kbd>
  );
}

function labelOf(name: string): string {
  return name
    .split('+')
    .map((part) => NAMES[part] ?? part.toUpperCase())
    .join(' ');
}

const NAMES: Readonly<Record<string, string>> = {
  shift: '⇧',
  mod: 'Ctrl',
  enter: 'Enter',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
};
