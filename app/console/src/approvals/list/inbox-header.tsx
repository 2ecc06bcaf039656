import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/controls/class-names.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** The heading of the inbox and its three views. */
export function InboxHeader(props: {
  readonly tab: InboxFilter['tab'];
  readonly actions: ReactNode;
  readonly isHidden: boolean;
}): ReactNode {
  const t = useInboxTexts();
  return (
    <header
      className={classNames(
        'flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-3 md:px-6',
        props.isHidden && 'sr-only',
      )}
    >
      <h1 className="text-[20px] leading-10 font-semibold tracking-tight">{t('title')}</h1>
      <nav aria-label={t('tab.label')} className="flex gap-1">
        {TABS.map((tab) => (
          <Link
            key={tab}
            to="/inbox"
            search={tab === 'pending' ? {} : { tab }}
            aria-current={props.tab === tab ? 'page' : undefined}
            className={classNames(
              'border-b-2 px-2.5 py-2 text-[14px] font-medium whitespace-nowrap',
              props.tab === tab ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
            )}
          >
            {t(`tab.${tab}`)}
          </Link>
        ))}
      </nav>
      <div className="ml-auto max-sm:hidden">{props.actions}</div>
    </header>
  );
}

const TABS = ['pending', 'history', 'grants'] as const;
