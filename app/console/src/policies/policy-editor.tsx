import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Field, TextInput } from '../ui/controls/field.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';
import { useHasRole } from '../access/use-session.ts';
import { DryRunResult } from './dry-run-result.tsx';
import { isSameProfile, LIMITS, readProfile, type EditableProfile } from './editable-profile.ts';
import { OriginMatrix } from './origin-matrix.tsx';
import type { Policy } from './policy-queries.ts';
import { followServer } from './profile-draft.ts';
import { ProfileJson } from './profile-json.tsx';
import { RuleOverrides } from './rule-overrides.tsx';
import { usePoliciesTexts } from './use-policies-texts.ts';
import { usePolicyChange } from './use-policy-change.ts';

/** Edits one profile, tests it with recorded runs, and saves it. */
export function PolicyEditor({ policy }: { readonly policy: Policy }): ReactNode {
  const saved = useMemo(() => readProfile(policy.profile), [policy.profile]);
  if (saved === undefined) return <ErrorState error={new Error('The profile has an unknown format.')} />;
  return <LoadedEditor policy={policy} saved={saved} />;
}

function LoadedEditor(props: { readonly policy: Policy; readonly saved: EditableProfile }): ReactNode {
  const t = usePoliciesTexts();
  const { policy, saved } = props;
  const standard = useMemo(() => readProfile(policy.standard), [policy.standard]);
  const stored = useMemo(() => ({ version: policy.version, profile: saved }), [policy.version, saved]);
  const [state, setState] = useState({ base: stored, draft: saved });
  useEffect(() => setState((before) => followServer(before, stored)), [stored]);
  const { base, draft } = state;
  const setDraft = (profile: EditableProfile) => setState({ base, draft: profile });
  const [tab, setTab] = useState('origins');
  const isLocked = !useHasRole('admin');
  const { save, dryRun, failure } = usePolicyChange({ name: policy.name, version: base.version });
  const isChanged = !isSameProfile(draft, base.profile);
  const isOutdated = stored.version !== base.version;
  const knownRules = [
    ...new Set([
      ...Object.keys(standard?.decisions ?? {}),
      ...(dryRun.data?.changes ?? []).flatMap((c) => c.rule_ids),
    ]),
  ];
  const edit = { profile: draft, isLocked, onChange: setDraft };
  const tabs = [
    { value: 'origins', label: t('tab.origins'), content: <OriginMatrix {...edit} standard={standard} /> },
    { value: 'limits', label: t('tab.limits'), content: <Limits {...edit} /> },
    { value: 'rules', label: t('tab.rules'), content: <RuleOverrides {...edit} knownRules={knownRules} /> },
    { value: 'json', label: t('tab.json'), content: <ProfileJson {...edit} /> },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Tabs label={t('tab.label')} value={tab} onChange={setTab} tabs={tabs} />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3">
        <Button busy={dryRun.isPending} onClick={() => dryRun.mutate(draft)}>
          {t('dryRun')}
        </Button>
        <Button
          tone="primary"
          busy={save.isPending}
          disabled={isLocked || !isChanged || isOutdated}
          onClick={() => save.mutate(draft)}
        >
          {t('save')}
        </Button>
        {isChanged && (
          <Button tone="quiet" onClick={() => setState({ base: stored, draft: saved })}>
            {t('discard')}
          </Button>
        )}
        {standard !== undefined && !isLocked && !isSameProfile(draft, standard) && (
          <Button tone="quiet" onClick={() => setDraft(standard)}>
            {t('restore')}
          </Button>
        )}
        <span role="status" className="text-small text-soft">
          {isLocked ? t('adminOnly') : isChanged ? t('unsaved') : ''}
        </span>
      </div>
      {(isOutdated || failure !== undefined) && (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
          {isOutdated ? t('conflict', { who: policy.changed_by ?? '?' }) : failure}
        </p>
      )}
      {dryRun.data !== undefined && <DryRunResult result={dryRun.data} />}
    </div>
  );
}

function Limits(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const { profile, isLocked, onChange } = props;
  return (
    <div className="grid max-w-xl gap-3 sm:grid-cols-2">
      {LIMITS.map((limit) => (
        <Field key={limit} label={t(`limits.${limit}`)}>
          {(ids) => (
            <TextInput
              {...ids}
              type="number"
              min={1}
              disabled={isLocked}
              value={profile.limits[limit] ?? ''}
              onChange={({ target }) => {
                const value = Number(target.value);
                if (value > 0) onChange({ ...profile, limits: { ...profile.limits, [limit]: value } });
              }}
              className="numeric"
            />
          )}
        </Field>
      ))}
    </div>
  );
}
