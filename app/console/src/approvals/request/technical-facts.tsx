import type { ReactNode } from 'react';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatExactly } from '../../ui/format/format-time.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalDetail } from '../approval.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** The ids and digests that bind a decision to exactly this action. */
export function TechnicalFacts(props: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useLazyTexts();
  const { language } = usePreferences();
  const { approval } = props;
  const rows: readonly (readonly [string, string])[] = [
    [t('tech.approval'), approval.approval_id],
    [t('tech.run'), approval.run_id],
    [t('tech.digest'), approval.action_digest],
    [t('tech.definition'), approval.definition_digest],
    [t('tech.destination'), approval.destination ?? '–'],
    [t('tech.created'), formatExactly(approval.created_at, language)],
    [t('tech.expires'), formatExactly(approval.expires_at, language)],
    [t('tech.rules'), approval.rule_ids.join(', ')],
    [t('tech.policy'), approval.policy],
    [t('tech.comment'), approval.comment ?? '–'],
  ];
  return (
    <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="font-mono text-small break-all">
            <RevealedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
