import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { TextInput } from '../ui/controls/field.tsx';
import { SearchBox } from '../ui/controls/search-box.tsx';
import { Select } from '../ui/controls/select.tsx';
import type { AuditFilter } from './audit-filter.ts';
import { EVENT_NAMES } from './event-names.ts';
import { eventLabel } from './event-label.ts';
import { useAuditTexts } from './use-audit-texts.ts';

/** Filters the log by text, event, run and days. */
export function AuditFilters(props: { readonly filter: AuditFilter }): ReactNode {
  const t = useAuditTexts();
  const navigate = useNavigate();
  const { filter } = props;
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ to: '/audit', search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <SearchBox
        label={t('search.label')}
        hint={t('search.hint')}
        value={filter.text}
        onChange={(q) => set({ q })}
      />
      <Select
        label={t('filter.event')}
        className="max-w-56 min-w-40 max-sm:max-w-none max-sm:flex-1"
        value={filter.event ?? ''}
        options={[
          { value: '', label: t('filter.event.all') },
          ...EVENT_NAMES.map((name) => ({ value: name, label: `${eventLabel(name, t)} (${name})` })),
        ]}
        onChange={(event) => set({ event })}
      />
      <Day label={t('filter.since')} value={filter.since} onChange={(since) => set({ since })} />
      <Day label={t('filter.until')} value={filter.until} onChange={(until) => set({ until })} />
      {filter.run !== '' && (
        <Button small tone="quiet" onClick={() => set({ run: '' })}>
          {t('filter.run', { run: filter.run.slice(0, 16) })} ×
        </Button>
      )}
    </div>
  );
}

function Day(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}): ReactNode {
  return (
    <label className="flex items-center gap-2 text-body max-sm:flex-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5">
      <span className="whitespace-nowrap text-soft">{props.label}</span>
      <TextInput
        type="date"
        className="w-auto! px-2! max-sm:min-h-9"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}
