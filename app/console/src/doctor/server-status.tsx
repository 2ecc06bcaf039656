import type { ReactNode } from 'react';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

const TEXTS = { en: textsEn, ja: textsJa };

/** The status response of the server. */
type Status = {
  readonly policy: string;
  readonly agents: readonly string[];
  readonly registered_tools: number;
  readonly store: string;
  readonly pending_approvals: number;
  readonly audit_records: number;
  readonly mode: 'mock' | 'openai';
  readonly version: string;
  readonly node: string;
  readonly started_at: string;
  readonly streams: number;
};

/** Displays the status of the server. */
export function ServerStatus({ status }: { readonly status: Status | undefined }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const now = useNow();
  if (status === undefined) return null;
  const number = new Intl.NumberFormat(language);
  const facts = [
    [t('status.mode'), t(`status.mode.${status.mode}`)],
    [t('status.policy'), status.policy],
    [t('status.store'), status.store],
    [t('status.agents'), status.agents.join(', ')],
    [t('status.tools'), number.format(status.registered_tools)],
    [t('status.pending'), number.format(status.pending_approvals)],
    [t('status.records'), number.format(status.audit_records)],
    [t('status.streams'), number.format(status.streams)],
    [t('status.version'), `${status.version} (Node ${status.node})`],
    [t('status.started'), formatMoment(status.started_at, language, now)],
  ] as const;
  return (
    <section aria-label={t('status.title')} className="rounded-md border border-line bg-card p-4">
      <h2 className="mb-2 text-section font-semibold">{t('status.title')}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-body md:grid-cols-[auto_1fr_auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="numeric break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
