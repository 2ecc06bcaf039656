import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatExactly } from '../../ui/format/format-time.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalDetail } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** Displays the requester of the call and its run. */
export function RequesterFacts(props: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { approval } = props;
  return (
    <>
      {approval.user_intent === null ? (
        <p className="text-soft">{t('behalf.noIntent')}</p>
      ) : (
        <blockquote className="rounded-r-md border-l-[3px] border-accent bg-sunken px-3 py-2 whitespace-pre-wrap">
          <span className="sr-only">{t('behalf.intent')}: </span>
          <RevealedText text={approval.user_intent} />
        </blockquote>
      )}
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-[13.5px]">
        {approval.on_behalf_of !== null && (
          <Fact name={t('behalf.person')}>
            <RevealedText text={approval.on_behalf_of} />
          </Fact>
        )}
        {approval.run !== null && approval.run.application !== '' && (
          <Fact name={t('behalf.application')}>
            <RevealedText text={approval.run.application} />
          </Fact>
        )}
        <Fact name={t('behalf.agent')}>
          <RevealedText text={approval.agent_name} />
        </Fact>
        <Fact name={t('behalf.run')}>
          <Link
            to="/runs/$runId"
            params={{ runId: approval.run_id }}
            className="font-medium text-accent underline underline-offset-3"
          >
            {t('behalf.openRun')}
          </Link>
        </Fact>
      </dl>
    </>
  );
}

/** The ids and digests that bind a decision to exactly this action. */
export function TechnicalFacts(props: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { approval } = props;
  const rows: readonly (readonly [string, string])[] = [
    [t('tech.approval'), approval.approval_id],
    [t('behalf.run'), approval.run_id],
    [t('tech.digest'), approval.action_digest],
    [t('tech.definition'), approval.definition_digest],
    [t('tech.destination'), approval.destination ?? '–'],
    [t('tech.created'), formatExactly(approval.created_at, language)],
    [t('tech.expires'), formatExactly(approval.expires_at, language)],
    [t('tech.comment'), approval.comment ?? '–'],
  ];
  return (
    <details className="text-[13.5px]">
      <summary className="w-fit rounded py-1 font-medium text-soft hover:text-ink">{t('tech.title')}</summary>
      <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="font-mono text-[12.5px] break-all">
              <RevealedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex gap-2">
      <dt className="text-soft">{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
