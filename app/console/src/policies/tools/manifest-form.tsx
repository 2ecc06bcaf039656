import { useId, type ReactNode } from 'react';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ARGUMENT_ROLES, EFFECTS, useTerms } from '../gate/use-terms.ts';
import { listArgumentPaths } from './list-argument-paths.ts';
import type { Tool } from './tools-query.ts';
import { useToolsTexts } from './use-tools-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** The input for the manifest of a tool. */
export type ManifestInput = Omit<Tool['manifest'], 'origin' | 'confirmed'>;

const CLAIMS = ['trusted_source', 'sensitive', 'idempotent'] as const;

/** The fields of a manifest. An argument without a role counts as a target. */
export function ManifestForm(props: {
  readonly tool: Tool;
  readonly input: ManifestInput;
  readonly isLocked: boolean;
  readonly onChange: (input: ManifestInput) => void;
}): ReactNode {
  const t = useToolsTexts();
  const term = useTerms();
  const { tool, input, isLocked, onChange } = props;
  const paths = listArgumentPaths(tool.parameters, Object.keys(input.arguments));
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-56">
        <Field label={t('effect.label')}>
          {(ids) => (
            <Select
              ids={ids}
              label={t('effect.label')}
              isDisabled={isLocked}
              value={input.effect}
              options={EFFECTS.map((effect) => ({ value: effect, label: term('effect', effect) }))}
              onChange={(effect) => onChange({ ...input, effect })}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 text-body font-semibold">{t('role.label')}</legend>
        {paths.length === 0 && <p className="text-body text-soft">{t('role.none')}</p>}
        <div className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-x-3 gap-y-1.5">
          {paths.map((path) => (
            <Role
              key={path}
              path={path}
              // Only own properties are read, because an argument may be named "constructor".
              value={Object.hasOwn(input.arguments, path) ? (input.arguments[path] ?? 'target') : 'target'}
              isLocked={isLocked}
              onChange={(role) => onChange({ ...input, arguments: { ...input.arguments, [path]: role } })}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-2">
        {CLAIMS.map((claim) => (
          <Claim
            key={claim}
            claim={claim}
            isTrue={input[claim]}
            isLocked={isLocked}
            onChange={(isTrue) => onChange({ ...input, [claim]: isTrue })}
          />
        ))}
      </div>
    </div>
  );
}

function Role(props: {
  readonly path: string;
  readonly value: ManifestInput['arguments'][string];
  readonly isLocked: boolean;
  readonly onChange: (role: ManifestInput['arguments'][string]) => void;
}): ReactNode {
  const t = useToolsTexts();
  const term = useTerms();
  return (
    <>
      <code className="font-mono text-small break-all">
        <RevealedText text={props.path} />
      </code>
      <Select
        label={t('role.of', { path: props.path })}
        isDisabled={props.isLocked}
        value={props.value}
        options={ARGUMENT_ROLES.map((role) => ({ value: role, label: term('role', role) }))}
        onChange={props.onChange}
        small
      />
    </>
  );
}

function Claim(props: {
  readonly claim: (typeof CLAIMS)[number];
  readonly isTrue: boolean;
  readonly isLocked: boolean;
  readonly onChange: (isTrue: boolean) => void;
}): ReactNode {
  const t = useToolsTexts();
  const hint = useId();
  return (
    <div>
      <label className="flex min-h-6 items-center gap-2 text-body">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-describedby={hint}
          checked={props.isTrue}
          disabled={props.isLocked}
          onChange={({ target }) => props.onChange(target.checked)}
        />
        {t(props.claim)}
      </label>
      <p id={hint} className="pl-6 text-small text-soft">
        {t(`${props.claim}.hint`)}
      </p>
    </div>
  );
}
