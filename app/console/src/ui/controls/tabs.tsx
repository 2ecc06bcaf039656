import { useId, type KeyboardEvent, type ReactNode } from 'react';

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
  const id = useId();
  const { tabs, value } = props;
  const current = tabs.findIndex((tab) => tab.value === value);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = MOVES[event.key]?.(current, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    props.onChange(tab.value);
    const button = event.currentTarget.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b border-line">
        <div
          role="tablist"
          aria-label={props.label}
          className="-mb-px flex max-w-full gap-1 overflow-x-auto"
          onKeyDown={move}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => props.onChange(tab.value)}
              className="min-h-9 shrink-0 border-b-2 border-transparent px-2.5 text-body font-semibold whitespace-nowrap text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {props.beside !== undefined && <div className="ml-auto flex items-center gap-2">{props.beside}</div>}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className="pt-3"
      >
        {tabs[current]?.content}
      </div>
    </div>
  );
}

/** The index of the tab that a key selects. The arrows go around. */
const MOVES: Readonly<Record<string, (current: number, count: number) => number>> = {
  ArrowRight: (current, count) => (current + 1) % count,
  ArrowLeft: (current, count) => (current - 1 + count) % count,
  Home: () => 0,
  End: (_current, count) => count - 1,
};
