import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** A search field that waits for a pause in typing and ignores unfinished conversions of an input method. */
export function SearchBox(props: {
  readonly label: string;
  readonly hint?: string;
  /** Uses the whole width of its container. */
  readonly wide?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState(props.value);
  const isConverting = useRef(false);
  const change = useRef(props.onChange);
  useEffect(() => {
    change.current = props.onChange;
  });
  useEffect(() => {
    if (text === props.value) return undefined;
    const timer = setTimeout(() => {
      if (!isConverting.current) change.current(text.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, props.value]);
  return (
    <label
      className={classNames(
        'relative flex min-w-40 items-center',
        props.wide === true ? 'w-full' : 'flex-1 sm:w-72 sm:flex-none',
      )}
    >
      <span className="sr-only">{props.label}</span>
      <Icon name="search" className="absolute left-2.5 size-4 text-soft" />
      <input
        type="search"
        value={text}
        placeholder={props.hint ?? props.label}
        onChange={(event) => setText(event.target.value)}
        // A click on a result ends the search. A late change of the search would navigate away from that result.
        onBlur={() => {
          if (text.trim() !== props.value) change.current(text.trim());
        }}
        onCompositionStart={() => {
          isConverting.current = true;
        }}
        onCompositionEnd={(event) => {
          isConverting.current = false;
          setText(event.currentTarget.value);
          change.current(event.currentTarget.value.trim());
        }}
        className="min-h-10 w-full rounded-md border border-edge bg-card py-1.5 pr-2 pl-8 text-ink placeholder:text-soft"
      />
    </label>
  );
}

const PAUSE_MS = 250;
