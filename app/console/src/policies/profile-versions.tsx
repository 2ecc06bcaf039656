import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { compareProfiles } from './compare-profiles.ts';
import { readProfile, type EditableProfile } from './editable-profile.ts';
import { useTerms, type TranslateTerm } from './gate/use-terms.ts';
import { versionsQuery } from './policy-queries.ts';
import { usePoliciesTexts, type PoliciesTranslate } from './use-policies-texts.ts';

/** All versions of a profile, each with its difference to the one before. */
export function ProfileVersions(props: {
  readonly name: string;
  readonly isLocked: boolean;
  readonly onRestore: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const { language } = usePreferences();
  const now = useNow();
  const versions = useQuery(versionsQuery(useClient(), props.name));
  if (versions.isPending) return <Skeleton />;
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />;
  const items = versions.data.items.map((item) => ({ ...item, profile: readProfile(item.profile) }));
  return (
    <ol className="flex max-w-3xl flex-col gap-3">
      {items.map(({ version, changed_by: who, changed_at: when, profile }, index) => {
        const before = items[index + 1]?.profile;
        return (
          <li key={version} className="rounded-md border border-line bg-card p-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="font-semibold">{t('version.title', { version })}</h2>
              <span className="text-small text-soft">
                {who === null || when === null
                  ? t('asShipped')
                  : t('changedBy', { who, when: formatMoment(when, language, now) })}
              </span>
              {index > 0 && profile !== undefined && !props.isLocked && (
                <Button small tone="quiet" className="ml-auto" onClick={() => props.onRestore(profile)}>
                  {t('version.restore')}
                </Button>
              )}
            </div>
            {profile !== undefined && before !== undefined && (
              <DifferenceList before={before} after={profile} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The differences between two profiles in words. */
export function DifferenceList(props: {
  readonly before: EditableProfile;
  readonly after: EditableProfile;
}): ReactNode {
  const t = usePoliciesTexts();
  const term = useTerms();
  const differences = compareProfiles(props.before, props.after);
  if (differences.length === 0) return <p className="mt-1 text-small text-soft">{t('version.same')}</p>;
  return (
    <ul className="mt-1 list-disc pl-5 text-small">
      {differences.map((difference) => {
        const text = describeDifference(difference, t, term);
        return (
          <li key={text} className="[overflow-wrap:anywhere]">
            <RevealedText text={text} />
          </li>
        );
      })}
    </ul>
  );
}

function describeDifference(
  difference: ReturnType<typeof compareProfiles>[number],
  t: PoliciesTranslate,
  term: TranslateTerm,
): string {
  switch (difference.kind) {
    case 'origins': {
      const role = term('role', difference.role);
      const change = signed(difference, (origin) => term('origin', origin));
      return t('diff.origins', { role, kind: t(`class.${difference.list}`), change });
    }
    case 'limit': {
      const { before, after } = difference;
      return `${t(`limits.${difference.limit}`)}: ${before} → ${after}`;
    }
    case 'rule': {
      const { before, after, rule } = difference;
      return `${rule}: ${decisionLabel(before, t)} → ${decisionLabel(after, t)}`;
    }
    case 'list':
      return `${t(`lists.${difference.list}`)}: ${signed(difference, (each) => each)}`;
    case 'other':
      return t('diff.other', { field: difference.field });
  }
}

function signed(
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  label: (value: string) => string,
): string {
  return [...added.map((each) => `+ ${label(each)}`), ...removed.map((each) => `− ${label(each)}`)].join(
    ', ',
  );
}

function decisionLabel(decision: string | undefined, t: PoliciesTranslate): string {
  const known = (['allow', 'deny', 'needs_human', 'off'] as const).find((each) => each === decision);
  return known === undefined ? t('diff.default') : t(`decision.${known}`);
}
