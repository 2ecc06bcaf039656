import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextArea, TextInput } from '../../ui/controls/field.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { emptyCall, PROFILES, type DraftCall, type DraftTool, type TrialDraft } from './trial-draft.ts';
import { freeName, ToolFields } from './tool-fields.tsx';
import { usePlaygroundTexts } from './use-playground-texts.ts';

const MAX_ITEMS = 20;

/** The fields of a trial: the task, the calls with the results of their tools, and the tools. */
export function TrialForm(props: {
  readonly draft: TrialDraft;
  readonly onChange: (draft: TrialDraft) => void;
}): ReactNode {
  const t = usePlaygroundTexts();
  const { draft, onChange } = props;
  const { tools, calls } = draft;
  const setCalls = (next: readonly DraftCall[]) => onChange({ ...draft, calls: next });
  const setTools = (next: readonly DraftTool[]) => onChange({ ...draft, tools: next });
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('trial.task')} hint={t('trial.task.hint')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={8000}
            value={draft.task}
            onChange={({ target }) => onChange({ ...draft, task: target.value })}
          />
        )}
      </Field>
      <section aria-labelledby="trial-calls" className="flex flex-col gap-3">
        <h2 id="trial-calls" className="text-section font-semibold">
          {t('trial.calls')}
        </h2>
        <p className="text-small text-soft">{t('trial.calls.hint')}</p>
        <ol className="flex flex-col gap-3">
          {calls.map((call, index) => (
            <li key={index} className="rounded-md border border-line bg-card p-3">
              <CallFields
                number={index + 1}
                call={call}
                tools={tools}
                onChange={(changed) => setCalls(calls.with(index, changed))}
                onRemove={calls.length > 1 ? () => setCalls(calls.toSpliced(index, 1)) : undefined}
              />
            </li>
          ))}
        </ol>
        <Button
          small
          className="self-start"
          disabled={calls.length >= MAX_ITEMS || tools.length === 0}
          onClick={() => setCalls([...calls, emptyCall(tools[0]?.name ?? '')])}
        >
          {t('trial.addCall')}
        </Button>
      </section>
      <section aria-labelledby="trial-tools" className="flex flex-col gap-2">
        <h2 id="trial-tools" className="text-section font-semibold">
          {t('trial.tools', { count: tools.length })}
        </h2>
        {tools.map((tool, index) => (
          <ToolFields
            key={index}
            tool={tool}
            onChange={(changed) =>
              onChange({
                ...draft,
                tools: tools.with(index, changed),
                calls: calls.map((call) =>
                  call.tool === tool.name ? { ...call, tool: changed.name } : call,
                ),
              })
            }
            onRemove={
              calls.some((call) => call.tool === tool.name)
                ? undefined
                : () => setTools(tools.toSpliced(index, 1))
            }
          />
        ))}
        <Button
          small
          className="self-start"
          disabled={tools.length >= MAX_ITEMS}
          onClick={() =>
            setTools([...tools, { name: freeName(tools), effect: null, trusted: false, arguments: [] }])
          }
        >
          {t('trial.addTool')}
        </Button>
      </section>
      <Select
        label={t('trial.profile')}
        isNamed
        className="w-fit"
        value={draft.profile}
        options={[
          { value: '', label: t('trial.profile.active') },
          ...PROFILES.map((value) => ({ value, label: t(`trial.profile.${value}`) })),
        ]}
        onChange={(profile) => onChange({ ...draft, profile })}
      />
    </div>
  );
}

function CallFields(props: {
  readonly number: number;
  readonly call: DraftCall;
  readonly tools: readonly DraftTool[];
  readonly onChange: (call: DraftCall) => void;
  readonly onRemove: (() => void) | undefined;
}): ReactNode {
  const t = usePlaygroundTexts();
  const { number, call, tools, onChange } = props;
  const given = tools.find(({ name }) => name === call.tool)?.arguments ?? [];
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{t('trial.step', { number })}</legend>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="numeric text-soft">
          {number}
        </span>
        <Select
          label={t('trial.tool')}
          className="min-w-40"
          small
          value={call.tool}
          options={tools.map(({ name }) => ({ value: name, label: name }))}
          onChange={(tool) => onChange({ ...call, tool })}
        />
        {props.onRemove && (
          <IconButton
            icon="trash"
            className="ml-auto"
            label={t('trial.removeStep', { number })}
            onClick={props.onRemove}
          />
        )}
      </div>
      {given.length > 0 && (
        <div className="grid gap-2 sm:grid-cols-2">
          {given.map(({ name }) => (
            <Field key={name} label={name}>
              {(ids) => (
                <TextInput
                  {...ids}
                  value={call.arguments[name] ?? ''}
                  onChange={({ target }) =>
                    onChange({ ...call, arguments: { ...call.arguments, [name]: target.value } })
                  }
                />
              )}
            </Field>
          ))}
        </div>
      )}
      <Field label={t('trial.result')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={20_000}
            className="field-sizing-content max-h-64 font-mono text-small"
            value={call.result}
            onChange={({ target }) => onChange({ ...call, result: target.value })}
          />
        )}
      </Field>
      <Field label={t('trial.injected')} hint={t('trial.injected.hint')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={8000}
            className="field-sizing-content max-h-64 border-bad text-small"
            value={call.injected}
            onChange={({ target }) => onChange({ ...call, injected: target.value })}
          />
        )}
      </Field>
      <Select
        label={t('trial.ifAsked')}
        isNamed
        small
        className="w-fit"
        value={call.if_asked}
        options={(['deny', 'approve'] as const).map((value) => ({
          value,
          label: t(`trial.ifAsked.${value}`),
        }))}
        onChange={(if_asked) => onChange({ ...call, if_asked })}
      />
    </fieldset>
  );
}
