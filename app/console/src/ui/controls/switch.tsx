import type { ReactNode } from 'react';

/** A labeled switch. */
export function Switch(props: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}): ReactNode {
  return (
    <label className="inline-flex min-h-8 items-center gap-2 text-body">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {props.label}
    </label>
  );
}
