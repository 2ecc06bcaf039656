import type { ReactNode } from 'react';
import { ARGUMENT_ROLES, EFFECTS, useTerms } from '../../policies/gate/use-terms.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextInput } from '../../ui/controls/field.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import type { DraftTool } from './trial-draft.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';

const MAX_ARGUMENTS = 20;

/** The definition of a tool, which is folded because most trials start from known tools. */
export function ToolFields(props: {
  readonly tool: DraftTool;
  readonly onChange: (tool: DraftTool) => void;
  readonly onRemove: (() => void) | undefined;
}): ReactNode {
  const t = usePlaygroundTexts();
  const term = useTerms();
  const { tool, onChange } = props;
  const setArgument = (index: number, change: Partial<DraftTool['arguments'][number]>) =>
    onChange({
      ...tool,
      arguments: tool.arguments.map((each, at) => (at === index ? { ...each, ...change } : each)),
    });
  return (
    <details className="rounded-md border border-line bg-card px-3 py-1.5">
      <summary className="min-h-8 cursor-pointer py-1">
        <code className="font-mono">{tool.name}</code>{' '}
        <span className="text-small text-soft">
          {tool.effect === null ? t('trial.infer') : term('effect', tool.effect)}
        </span>
      </summary>
      <div className="flex flex-col gap-3 py-2">
        <div className="grid gap-2 sm:grid-cols-2">
          <Field label={t('trial.toolName')}>
            {(ids) => (
              <TextInput
                {...ids}
                maxLength={128}
                value={tool.name}
                onChange={({ target }) => onChange({ ...tool, name: target.value })}
              />
            )}
          </Field>
          <Field label={t('trial.effect')}>
            {(ids) => (
              <Select
                ids={ids}
                label={t('trial.effect')}
                value={tool.effect ?? ''}
                options={[
                  { value: '', label: t('trial.infer') },
                  ...EFFECTS.map((value) => ({ value, label: term('effect', value) })),
                ]}
                onChange={(effect) => onChange({ ...tool, effect: effect === '' ? null : effect })}
              />
            )}
          </Field>
        </div>
        {tool.arguments.map(({ name, role }, index) => (
          <div key={index} className="flex items-center gap-2">
            <TextInput
              aria-label={t('trial.argument', { number: index + 1 })}
              maxLength={128}
              value={name}
              onChange={({ target }) => setArgument(index, { name: target.value })}
            />
            <Select
              label={t('trial.role', { name })}
              className="min-w-36"
              isDisabled={tool.effect === null}
              value={role ?? ''}
              options={[
                { value: '', label: t('trial.infer') },
                ...ARGUMENT_ROLES.map((value) => ({ value, label: term('role', value) })),
              ]}
              onChange={(next) => setArgument(index, { role: next === '' ? null : next })}
            />
            <IconButton
              icon="trash"
              label={t('trial.removeArgument', { name })}
              onClick={() => onChange({ ...tool, arguments: tool.arguments.toSpliced(index, 1) })}
            />
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            small
            disabled={tool.arguments.length >= MAX_ARGUMENTS}
            onClick={() =>
              onChange({
                ...tool,
                arguments: [...tool.arguments, { name: freeName(tool.arguments), role: null }],
              })
            }
          >
            {t('trial.addArgument')}
          </Button>
          <label className="flex min-h-8 items-center gap-2 text-body">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={tool.trusted}
              disabled={tool.effect === null}
              onChange={({ target }) => onChange({ ...tool, trusted: target.checked })}
            />
            {t('trial.trusted')}
          </label>
          {props.onRemove && (
            <Button small tone="quiet" className="ml-auto" onClick={props.onRemove}>
              {t('trial.removeTool')}
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}

/** Returns a name that no other item has. */
export function freeName(items: readonly { readonly name: string }[]): string {
  const names = new Set(items.map(({ name }) => name));
  let number = items.length + 1;
  while (names.has(`new_${number}`)) number += 1;
  return `new_${number}`;
}
