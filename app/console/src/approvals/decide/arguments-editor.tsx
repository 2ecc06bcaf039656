import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextArea, TextInput } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { isComposing } from '../../ui/keys/key-layer.ts';
import type { ApprovalDetail } from '../approval.ts';
import { toFieldText } from './argument-field.ts';
import { finishEditing, startEditing, type EditedArgument } from './edit-arguments.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';
import { revealHidden } from '../../i18n/reveal-hidden.ts';

/** Edits the arguments according to the tool's schema, so that a number stays a number. */
export function ArgumentsEditor(props: {
  readonly approval: ApprovalDetail;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isBlocked: boolean;
  readonly onSubmit: (values: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const t = useLazyTexts();
  const shell = useShellTexts();
  const [fields, setFields] = useState(() => startEditing(props.values, props.approval.tool?.parameters));
  const result = useMemo(() => finishEditing(fields), [fields]);
  const canSend = result.changed.length > 0 && result.problems.size === 0 && !props.isBlocked;
  const change = (name: string, text: string) =>
    setFields((before) => before.map((field) => (field.name === name ? { ...field, text } : field)));
  return (
    <form
      aria-label={t('edit.title')}
      className="flex flex-col gap-4 rounded-md border border-accent p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) props.onSubmit(result.values);
      }}
      onKeyDown={(event) => {
        if (!isComposing(event.nativeEvent) && event.key === 'Escape') props.onCancel();
      }}
    >
      <p className="text-small text-soft">{t('edit.intro')}</p>
      {fields.map((field, index) => {
        const problem = result.problems.get(field.name);
        const isChanged = result.changed.includes(field.name);
        return (
          <Field
            key={field.name}
            label={revealHidden(field.name)}
            hint={isChanged ? t('edit.was', { value: toFieldText(field.kind, field.was) }) : undefined}
            problem={problem === undefined ? undefined : t(`edit.problem.${problem}`)}
          >
            {(ids) => (
              <Control
                ids={ids}
                field={field}
                isFirst={index === 0}
                onChange={(text) => change(field.name, text)}
              />
            )}
          </Field>
        );
      })}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" tone="primary" disabled={!canSend}>
          {t('edit.submit')}
        </Button>
        <Button tone="quiet" onClick={props.onCancel}>
          {shell('action.cancel')}
        </Button>
        <span role="status" className="text-small text-soft">
          {result.changed.length === 0
            ? t('edit.unchanged')
            : t('edit.changed', { count: result.changed.length })}
        </span>
      </div>
    </form>
  );
}

function Control(props: {
  readonly ids: { readonly id: string; readonly 'aria-describedby': string | undefined };
  readonly field: EditedArgument;
  readonly isFirst: boolean;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const t = useLazyTexts();
  const { kind, text } = props.field;
  const common = { ...props.ids, value: text, autoFocus: props.isFirst };
  switch (kind.kind) {
    case 'boolean':
      return (
        <Select
          ids={props.ids}
          label={revealHidden(props.field.name)}
          value={text}
          options={[
            { value: 'true', label: t('edit.true') },
            { value: 'false', label: t('edit.false') },
          ]}
          onChange={props.onChange}
        />
      );
    case 'choice':
      return (
        <Select
          ids={props.ids}
          label={revealHidden(props.field.name)}
          value={text}
          options={[...new Set([...kind.options, text])].map((option) => ({ value: option, label: option }))}
          onChange={props.onChange}
        />
      );
    case 'number':
      return (
        <TextInput
          {...common}
          inputMode="decimal"
          className="font-mono"
          onChange={(event) => props.onChange(event.target.value)}
        />
      );
    case 'text':
    case 'json':
      return (
        <TextArea
          {...common}
          rows={Math.min(10, Math.max(1, text.split('\n').length))}
          spellCheck={false}
          className="font-mono text-small"
          onChange={(event) => props.onChange(event.target.value)}
        />
      );
  }
}
