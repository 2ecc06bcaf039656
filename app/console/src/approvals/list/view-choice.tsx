import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Popover } from '../../ui/floating/popover.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { isFiltered, searchOfView, toViewQuery, type InboxFilter } from './inbox-filter.ts';
import { useApprovalCounts } from './use-approval-counts.ts';

const SaveView = lazyPart(() => import('./save-view.tsx').then((file) => file.SaveView));
const SAVED = 'saved:';

/** Chooses a view with its number of requests: all, urgent, mine, or an own saved one. */
export function ViewChoice({ filter }: { readonly filter: InboxFilter }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const t = useInboxTexts();
  const { language } = usePreferences();
  const counts = useApprovalCounts();
  const query = new URLSearchParams(toViewQuery(filter)).toString();
  const saved = counts?.views ?? [];
  const current = saved.find((view) => view.query === query);
  const onSettled = () => queries.invalidateQueries({ queryKey: ['approvals', 'counts'] });
  const save = useMutation({
    mutationFn: (name: string) =>
      client.api['inbox-views'][':name'].$put({ param: { name }, json: { query } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.api['inbox-views'][':name'].$delete({ param: { name } }),
    onSettled,
  });
  const named = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString(language)})`;
  const standard = [
    { value: '', label: named(t('view.all'), counts?.pending) },
    { value: 'urgent', label: named(t('view.urgent'), counts?.urgent) },
    { value: 'mine', label: named(t('view.mine'), counts?.mine) },
  ];
  const choose = (value: string) => {
    const view = saved.find(({ name }) => value === SAVED + name);
    const search: Record<string, string> = view ? searchOfView(view.query) : { view: value };
    void navigate({ to: '.', search, replace: true });
  };
  return (
    <div className="flex items-center gap-1">
      <Select
        small
        label={t('view.label')}
        value={current ? SAVED + current.name : filter.view}
        options={[
          ...standard,
          ...saved.map(({ name, count }) => ({ value: SAVED + name, label: named(name, count) })),
        ]}
        onChange={choose}
        className="min-w-32 font-semibold"
      />
      {isFiltered(filter) && (
        <Popover
          label={t('view.manage')}
          className="inline-flex size-8 items-center justify-center rounded text-soft hover:bg-sunken hover:text-ink max-md:size-11"
          button={
            <>
              <Icon name={current ? 'trash' : 'download'} className="size-4" />
              <span className="sr-only">{t('view.manage')}</span>
            </>
          }
        >
          {(close) => (
            <SaveView
              current={current?.name}
              onSave={(name) => save.mutate(name, { onSuccess: close })}
              onRemove={(name) => remove.mutate(name, { onSuccess: close })}
            />
          )}
        </Popover>
      )}
    </div>
  );
}
