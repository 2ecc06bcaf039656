import { useId, type ReactNode } from 'react';

/** A choice of one out of a few options, side by side. Arrow keys move as in a group of radio buttons. */
export function SegmentedChoice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className="inline-flex rounded-md border border-line bg-sunken p-0.5"
    >
      {props.options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-7 items-center rounded px-2.5 text-small font-semibold text-soft has-checked:bg-card has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
