import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

/** One tab and its content. */
export interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Tabs with arrow keys. The caller stores which one is open. */
export function Tabs(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly tabs: readonly Tab[];
  readonly beside?: ReactNode;
}): ReactNode {
  return (
    <Radix.Root value={props.value} onValueChange={props.onChange}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line">
        <Radix.List aria-label={props.label} className="-mb-px flex gap-1">
          {props.tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="min-h-9 border-b-2 border-transparent px-2.5 text-body font-semibold text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {props.beside !== undefined && <div className="ml-auto flex items-center gap-2">{props.beside}</div>}
      </div>
      {props.tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-3">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
