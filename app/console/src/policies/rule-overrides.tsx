import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { Button } from '../ui/controls/button.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Select } from '../ui/controls/select.tsx';
import { usePreferences } from '../preferences/use-preferences.ts';
import { decideRule, RULE_OVERRIDES, type EditableProfile } from './editable-profile.ts';
import { rulesQuery } from './policy-queries.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

/** The rules that a profile overrides. */
export function RuleOverrides(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const { language } = usePreferences();
  const rules = useQuery(rulesQuery(useClient())).data?.items ?? [];
  const { profile, isLocked, onChange } = props;
  const decided = Object.entries(profile.decisions).toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-soft">{t('rules.hint')}</p>
      {decided.length === 0 && <p>{t('rules.none')}</p>}
      <ul className="flex max-w-2xl flex-col gap-1.5">
        {decided.map(([rule, decision]) => (
          <li key={rule} className="flex flex-wrap items-center gap-2">
            <span className="min-w-48 flex-1">
              <code className="font-mono text-small break-all">{rule}</code>
              <span className="block text-small text-soft">
                {rules.find(({ id }) => id === rule)?.reason[language]}
              </span>
            </span>
            <Select
              label={t('rules.decisionOf', { rule })}
              isDisabled={isLocked}
              value={decision}
              options={RULE_OVERRIDES.map((name) => ({ value: name, label: t(`decision.${name}`) }))}
              onChange={(name) => onChange(decideRule(profile, rule, name))}
              small
              className="w-40"
            />
            <Button
              small
              tone="quiet"
              disabled={isLocked}
              aria-label={t('rules.remove', { rule })}
              onClick={() => onChange(decideRule(profile, rule, undefined))}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ul>
      {!isLocked && rules.length > 0 && (
        <Select
          label={t('rules.new')}
          value=""
          options={[
            { value: '', label: t('rules.new') },
            ...rules
              .filter(({ id, source }) => source !== 'engine' && profile.decisions[id] === undefined)
              .map(({ id, reason }) => ({ value: id, label: `${id}: ${reason[language]}` })),
          ]}
          onChange={(rule) => rule !== '' && onChange(decideRule(profile, rule, 'needs_human'))}
          className="max-w-full self-start"
        />
      )}
      {profile.extra_rules.length > 0 && (
        <p className="text-small text-soft">{t('rules.extra', { count: profile.extra_rules.length })}</p>
      )}
    </div>
  );
}
