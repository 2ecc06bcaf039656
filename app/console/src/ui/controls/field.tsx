import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The styles of all input controls. */
const CONTROL =
  'w-full rounded-md border border-edge bg-card px-3 py-1.5 text-ink placeholder:text-soft disabled:opacity-60';

interface FieldTexts {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
}

/** A label above a control, with a hint or an error below. The control references them for assistive technology. */
export function Field(
  props: FieldTexts & {
    readonly children: (ids: {
      readonly id: string;
      readonly 'aria-describedby': string | undefined;
      readonly 'aria-invalid': true | undefined;
    }) => ReactNode;
  },
): ReactNode {
  const id = useId();
  const note = props.problem ?? props.hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-body font-semibold">
        {props.label}
      </label>
      {props.children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': props.problem === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={classNames('text-small', props.problem === undefined ? 'text-soft' : 'text-bad')}
        >
          {note}
        </p>
      )}
    </div>
  );
}

/** A single-line text field. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input type="text" {...rest} className={classNames(CONTROL, 'min-h-10', className)} />;
}

/** A multi-line text field. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return <textarea rows={3} {...rest} className={classNames(CONTROL, className)} />;
}

/** A single-line text field with its label. */
export function TextField({
  label,
  hint,
  problem,
  ...rest
}: FieldTexts & ComponentProps<'input'>): ReactNode {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => <TextInput {...ids} {...rest} />}
    </Field>
  );
}

/** A multi-line text field with its label. */
export function TextAreaField({
  label,
  hint,
  problem,
  ...rest
}: FieldTexts & ComponentProps<'textarea'>): ReactNode {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => <TextArea {...ids} {...rest} />}
    </Field>
  );
}
