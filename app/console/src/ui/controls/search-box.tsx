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
  const isPressed = useRef(false);
  const change = useRef(props.onChange);
  useEffect(() => {
    change.current = props.onChange;
  });
  useEffect(() => {
    const follow = ({ type }: PointerEvent) => {
      isPressed.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'] as const;
    for (const type of types) addEventListener(type, follow, true);
    return () => {
      for (const type of types) removeEventListener(type, follow, true);
    };
  }, []);
  useEffect(() => {
    if (text === props.value) return undefined;
    const timer = setTimeout(() => {
      if (!isConverting.current) afterClick(isPressed.current, () => change.current(text.trim()));
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
        // A click on a result ends the search. The search changes after the click: a list that changes between press and
        // release would lose the click, and a later change would navigate away from the result.
        onBlur={() => {
          if (text.trim() !== props.value) afterClick(isPressed.current, () => change.current(text.trim()));
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

/** Calls a function after the click that a pressed pointer will cause, or at once. */
function afterClick(isPressed: boolean, call: () => void): void {
  if (!isPressed) return call();
  const end = () => {
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    setTimeout(call);
  };
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  return undefined;
}
