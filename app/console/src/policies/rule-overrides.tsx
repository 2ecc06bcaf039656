import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { Button } from '../ui/controls/button.tsx';
import { Field, TextInput } from '../ui/controls/field.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Select } from '../ui/controls/select.tsx';
import { usePreferences } from '../preferences/use-preferences.ts';
import { decideRule, RULE_OVERRIDES, type EditableProfile } from './editable-profile.ts';
import { rulesQuery } from './policy-queries.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

/** The rules that a profile overrides. */
export function RuleOverrides(props: {
  readonly profile: EditableProfile;
  readonly knownRules: readonly string[];
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const { language } = usePreferences();
  const rules = useQuery(rulesQuery(useClient())).data?.items ?? [];
  const list = useId();
  const [added, setAdded] = useState('');
  const { profile, isLocked, onChange } = props;
  const decided = Object.entries(profile.decisions).toSorted(([a], [b]) => a.localeCompare(b));
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (added.trim() !== '') onChange(decideRule(profile, added.trim(), 'needs_human'));
    setAdded('');
  };
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
      {!isLocked && (
        <form onSubmit={add} className="flex items-end gap-2">
          <div className="max-w-96 flex-1">
            <Field label={t('rules.new')}>
              {(ids) => (
                <TextInput
                  {...ids}
                  list={list}
                  value={added}
                  onChange={({ target }) => setAdded(target.value)}
                  className="font-mono"
                />
              )}
            </Field>
          </div>
          <datalist id={list}>
            {[...new Set([...rules.map(({ id }) => id), ...props.knownRules])].map((rule) => (
              <option key={rule} value={rule}>
                {rules.find(({ id }) => id === rule)?.reason[language]}
              </option>
            ))}
          </datalist>
          <Button type="submit" disabled={added.trim() === ''}>
            {t('rules.add')}
          </Button>
        </form>
      )}
      {profile.extra_rules.length > 0 && (
        <p className="text-small text-soft">{t('rules.extra', { count: profile.extra_rules.length })}</p>
      )}
    </div>
  );
}
