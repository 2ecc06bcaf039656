import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { Button } from '../ui/controls/button.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Field, TextInput } from '../ui/controls/field.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';
import { useHasRole, useSession } from '../access/use-session.ts';
import { AllowLists } from './allow-lists.tsx';
import { compareProfiles } from './compare-profiles.ts';
import { DryRunResult } from './dry-run-result.tsx';
import { isSameProfile, LIMITS, readProfile, type EditableProfile } from './editable-profile.ts';
import { OriginMatrix } from './origin-matrix.tsx';
import { draftQuery, type Policy } from './policy-queries.ts';
import { followServer, restoreDraft, type ProfileDraft } from './profile-draft.ts';
import { ProfileJson } from './profile-json.tsx';
import { DifferenceList, ProfileVersions } from './profile-versions.tsx';
import { RuleOverrides } from './rule-overrides.tsx';
import { usePoliciesTexts } from './use-policies-texts.ts';
import { usePolicyChange } from './use-policy-change.ts';

/** Edits one profile, tests it with all recorded calls, and saves it. The edit is stored until it is saved or discarded. */
export function PolicyEditor({ policy }: { readonly policy: Policy }): ReactNode {
  const saved = useMemo(() => readProfile(policy.profile), [policy.profile]);
  const draft = useQuery(draftQuery(useClient(), policy.name));
  if (saved === undefined) return <ErrorState error={new Error('The profile has an unknown format.')} />;
  if (draft.isPending) return <Skeleton />;
  return <LoadedEditor policy={policy} saved={saved} kept={draft.data?.draft ?? null} />;
}

function LoadedEditor(props: {
  readonly policy: Policy;
  readonly saved: EditableProfile;
  readonly kept: { readonly version: number; readonly profile: unknown } | null;
}): ReactNode {
  const t = usePoliciesTexts();
  const { policy, saved } = props;
  const standard = useMemo(() => readProfile(policy.standard), [policy.standard]);
  const stored = useMemo(() => ({ version: policy.version, profile: saved }), [policy.version, saved]);
  const [state, setState] = useState(() => restoreDraft(stored, props.kept));
  useEffect(() => setState((before) => followServer(before, stored)), [stored]);
  const { base, draft } = state;
  const setDraft = (profile: EditableProfile) => setState({ base, draft: profile });
  const [tab, setTab] = useState('origins');
  const isLocked = !useHasRole('admin');
  const { save, test, dryRun, failure } = usePolicyChange({ name: policy.name, version: base.version });
  const isChanged = !isSameProfile(draft, base.profile);
  const isOutdated = stored.version !== base.version;
  const problem = isOutdated ? t('conflict', { who: policy.changed_by ?? '?' }) : failure;
  const isKept = useKeptDraft(
    policy.name,
    isLocked ? undefined : { version: base.version, draft, isChanged },
  );
  const edit = { profile: draft, isLocked, onChange: setDraft };
  const tabs = [
    {
      value: 'origins',
      label: t('tab.origins'),
      content: <OriginMatrix {...edit} standard={standard} fixed={policy.fixed} />,
    },
    { value: 'lists', label: t('tab.lists'), content: <AllowLists {...edit} /> },
    { value: 'limits', label: t('tab.limits'), content: <Limits {...edit} /> },
    { value: 'rules', label: t('tab.rules'), content: <RuleOverrides {...edit} /> },
    {
      value: 'versions',
      label: t('tab.versions'),
      content: <ProfileVersions name={policy.name} isLocked={isLocked} onRestore={setDraft} />,
    },
    { value: 'json', label: t('tab.json'), content: <ProfileJson {...edit} /> },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Tabs label={t('tab.label')} value={tab} onChange={setTab} tabs={tabs} />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3">
        <Button busy={test.isPending || dryRun?.status === 'running'} onClick={() => test.mutate(draft)}>
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
        {!isLocked && <RestoreButton draft={draft} standard={standard} onRestore={setDraft} />}
        <span role="status" className="text-small text-soft">
          {isLocked ? t('adminOnly') : isChanged && <DraftStatus {...state} isKept={isKept} />}
        </span>
      </div>
      {isChanged && (
        <section aria-label={t('draft.changes')} className="rounded-md bg-sunken px-3 py-2">
          <DifferenceList before={base.profile} after={draft} />
        </section>
      )}
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
          {problem}
        </p>
      )}
      {dryRun !== undefined && <DryRunResult result={dryRun} />}
    </div>
  );
}

function RestoreButton(props: {
  readonly draft: EditableProfile;
  readonly standard: EditableProfile | undefined;
  readonly onRestore: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const { draft, standard } = props;
  if (standard === undefined || isSameProfile(draft, standard)) return null;
  return (
    <Button tone="quiet" onClick={() => props.onRestore(standard)}>
      {t('restore')}
    </Button>
  );
}

/** The number of changes, and whether they are stored. */
function DraftStatus({ base, draft, isKept }: ProfileDraft & { readonly isKept: boolean }): ReactNode {
  const t = usePoliciesTexts();
  const count = useMemo(() => compareProfiles(base.profile, draft).length, [base, draft]);
  return t(isKept ? 'draft.kept' : 'draft', { count });
}

/** Stores the edit on the server soon after each change. Returns whether the current one is stored. */
function useKeptDraft(
  name: string,
  edit:
    | { readonly version: number; readonly draft: EditableProfile; readonly isChanged: boolean }
    | undefined,
): boolean {
  const client = useClient();
  const { csrf_token: session } = useSession();
  const [kept, setKept] = useState<string>();
  const text = edit?.isChanged ? JSON.stringify({ version: edit.version, profile: edit.draft }) : undefined;
  const isFirst = useRef(true);
  useEffect(() => {
    // The edit that was just loaded is stored already.
    if (isFirst.current || edit === undefined) {
      isFirst.current = false;
      setKept(text);
      return;
    }
    const timer = setTimeout(() => {
      const draft = text === undefined ? null : JSON.parse(text);
      client.api.policies[':name'].draft.$put({ param: { name }, json: { draft } }).then(
        () => setKept(text),
        () => undefined,
      );
    }, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
    // `text` represents the edit. An edit that met the end of a session is stored after the next sign-in.
  }, [client, name, text, edit === undefined, session]);
  return text !== undefined && kept === text;
}

const KEEP_AFTER_MS = 600;

function Limits(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  return (
    <div className="grid max-w-xl gap-3 sm:grid-cols-2">
      {LIMITS.map((limit) => (
        <Limit key={limit} {...props} limit={limit} />
      ))}
    </div>
  );
}

/** One limit. The profile changes only with a valid number; until then the typed text stays with its problem. */
function Limit(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
  readonly limit: (typeof LIMITS)[number];
}): ReactNode {
  const t = usePoliciesTexts();
  const { profile, limit } = props;
  const [typed, setTyped] = useState<string>();
  const isValid = (text: string) => Number(text) > 0 && (limit === 'spend' || Number.isInteger(Number(text)));
  return (
    <Field
      label={t(`limits.${limit}`)}
      problem={
        typed === undefined || isValid(typed)
          ? undefined
          : t(limit === 'spend' ? 'limits.positive' : 'limits.whole')
      }
    >
      {(ids) => (
        <TextInput
          {...ids}
          type="number"
          min={limit === 'spend' ? undefined : 1}
          step={limit === 'spend' ? 'any' : 1}
          disabled={props.isLocked}
          value={typed ?? profile.limits[limit] ?? ''}
          onChange={({ target }) => {
            setTyped(target.value);
            if (isValid(target.value))
              props.onChange({ ...profile, limits: { ...profile.limits, [limit]: Number(target.value) } });
          }}
          onBlur={() => setTyped(undefined)}
          className="numeric"
        />
      )}
    </Field>
  );
}
