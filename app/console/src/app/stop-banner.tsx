import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useShellTexts } from '../i18n/use-texts.ts';
import { stopsQuery } from '../policies/stops/stops-query.ts';
import { Icon } from '../ui/controls/icon.tsx';

/** Displays on every screen that calls are stopped. */
export function StopBanner(): ReactNode {
  const t = useShellTexts();
  const { data } = useQuery(stopsQuery(useClient()));
  const items = data?.items ?? [];
  const isAll = items.some(({ agent, tool }) => agent === null && tool === null);
  return (
    <div role="status">
      {items.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 border-b border-line bg-bad-tint px-4 py-2 text-body font-semibold text-bad">
          <Icon name="stops" />
          {isAll ? t('stops.all') : t('stops.some', { count: items.length })}
          <Link to="/stops" className="underline underline-offset-3">
            {t('stops.show')}
          </Link>
        </p>
      )}
    </div>
  );
}
