import type { ReactNode } from 'react';
import { RevealedText } from '../display/revealed-text.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Menu } from '../floating/menu.tsx';

/** A choice of one value. The button displays the chosen one. */
export function Select<Value extends string>(props: {
  /** The ids of a `Field`. */
  readonly ids?: { readonly id: string; readonly 'aria-describedby': string | undefined };
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** Displays the label before the chosen value, for a select without a visible label. */
  readonly isNamed?: boolean;
  readonly small?: boolean;
  /** Looks like text, for a choice beside a title or a count. */
  readonly plain?: boolean;
  readonly className?: string;
}): ReactNode {
  const { options, value } = props;
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Menu
      {...(props.ids ? { id: props.ids.id, describedBy: props.ids['aria-describedby'] } : {})}
      label={`${props.label}: ${chosen}`}
      isDisabled={props.isDisabled}
      className={classNames(
        'inline-flex items-center gap-2 rounded-md text-left disabled:cursor-not-allowed disabled:opacity-55 hover:not-disabled:bg-sunken',
        props.plain === true ? 'text-soft' : 'border border-edge bg-card',
        props.small === true ? 'min-h-8 px-2 text-small' : 'min-h-10 px-3',
        props.className ?? 'w-full',
      )}
      sections={[
        {
          kind: 'choice',
          value,
          options,
          onChange: (next) => {
            const found = options.find((option) => option.value === next);
            if (found) props.onChange(found.value);
          },
        },
      ]}
    >
      <span className="min-w-0 flex-1 truncate">
        {props.isNamed === true && <span className="text-soft">{props.label}: </span>}
        <RevealedText text={chosen} />
      </span>
      <Icon name="down" className="size-3.5 text-soft" />
    </Menu>
  );
}
