import { useId, type ReactNode } from 'react';
import { Field, Select } from '../../ui/controls/field.tsx';
import { listArgumentPaths } from './list-argument-paths.ts';
import type { Tool } from './tools-query.ts';
import { useToolsTexts } from './use-tools-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** The input for the manifest of a tool. */
export type ManifestInput = Omit<Tool['manifest'], 'origin' | 'confirmed'>;

const EFFECTS = [
  'read',
  'write',
  'send',
  'delete',
  'spend',
  'execute',
  'admin',
] as const satisfies readonly ManifestInput['effect'][];
const ROLES = [
  'recipient',
  'account',
  'url',
  'path',
  'command',
  'amount',
  'credential',
  'target',
  'content',
  'option',
] as const satisfies readonly ManifestInput['arguments'][string][];
const CLAIMS = ['trusted_source', 'sensitive', 'idempotent'] as const;

/** The fields of a manifest. An argument without a role counts as a target. */
export function ManifestForm(props: {
  readonly tool: Tool;
  readonly input: ManifestInput;
  readonly isLocked: boolean;
  readonly onChange: (input: ManifestInput) => void;
}): ReactNode {
  const t = useToolsTexts();
  const { tool, input, isLocked, onChange } = props;
  const paths = listArgumentPaths(tool.parameters, Object.keys(input.arguments));
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-56">
        <Field label={t('effect.label')}>
          {(ids) => (
            <Select
              {...ids}
              disabled={isLocked}
              value={input.effect}
              onChange={({ target }) => {
                const effect = EFFECTS.find((name) => name === target.value);
                if (effect !== undefined) onChange({ ...input, effect });
              }}
            >
              {EFFECTS.map((effect) => (
                <option key={effect} value={effect}>
                  {t(`effect.${effect}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 text-[14px] font-medium">{t('role.label')}</legend>
        {paths.length === 0 && <p className="text-[14px] text-soft">{t('role.none')}</p>}
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
  return (
    <>
      <code className="font-mono text-[13px] break-all">
        <RevealedText text={props.path} />
      </code>
      <Select
        aria-label={t('role.of', { path: props.path })}
        disabled={props.isLocked}
        value={props.value}
        onChange={({ target }) => {
          const role = ROLES.find((name) => name === target.value);
          if (role !== undefined) props.onChange(role);
        }}
        className="!min-h-8 !py-1 text-[14px]"
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`role.${role}`)}
          </option>
        ))}
      </Select>
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
      <label className="flex min-h-6 items-center gap-2 text-[14px]">
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
      <p id={hint} className="pl-6 text-[13px] text-soft">
        {t(`${props.claim}.hint`)}
      </p>
    </div>
  );
}
