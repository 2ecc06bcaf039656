import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { foldText } from '../format/fold-text.ts';
import { classNames } from '../controls/class-names.ts';
import { SearchBox } from '../controls/search-box.tsx';
import { RevealedText } from './revealed-text.tsx';

/** One item that can be selected. */
export interface BrowserEntry {
  readonly id: string;
  /** The text that the search compares. */
  readonly texts: readonly string[];
  readonly heading: ReactNode;
  readonly about: string;
}

/** A searchable list at the left and the selected item at the right. The selection is stored in the address. */
export function BrowserPane(props: {
  readonly entries: readonly BrowserEntry[];
  /** The name of the query parameter that stores the selection. */
  readonly field: string;
  readonly chosen: string | undefined;
  readonly labels: Readonly<Record<'search' | 'none' | 'list' | 'choose', string>>;
  readonly footer?: ReactNode;
  /** The selected item. Without it the pane asks the person to select one. */
  readonly children: ReactNode;
}): ReactNode {
  const [query, setQuery] = useState('');
  const { labels } = props;
  const wanted = foldText(query);
  const found = props.entries.filter(({ texts }) => texts.some((text) => foldText(text).includes(wanted)));
  return (
    <div className="grid items-start gap-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-2">
        <SearchBox wide label={labels.search} value={query} onChange={setQuery} />
        {found.length === 0 && <p className="px-2 py-4 text-soft">{labels.none}</p>}
        <ul aria-label={labels.list} className="flex flex-col gap-1">
          {found.map(({ id, heading, about }) => (
            <li key={id}>
              <Link
                to="."
                search={{ [props.field]: id }}
                aria-current={id === props.chosen ? 'true' : undefined}
                className={classNames(
                  'block rounded-md border px-3 py-2 hover:bg-sunken',
                  id === props.chosen ? 'border-accent bg-tint' : 'border-line bg-card',
                )}
              >
                <span className="flex items-center gap-2">{heading}</span>
                <span className="line-clamp-2 text-small text-soft">
                  <RevealedText text={about} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {props.footer}
      </div>
      {props.children === undefined ? (
        <p className="rounded-md border border-line bg-card p-6 text-center text-soft">{labels.choose}</p>
      ) : (
        // On a phone the selected item is above the list, where it is visible.
        <div className="max-md:order-first">{props.children}</div>
      )}
    </div>
  );
}
