import type { ReactNode } from 'react';
import { Badge } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskBadge } from '../../ui/display/risk-badge.tsx';
import { useNow } from '../../ui/format/use-now.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalDetail } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { Countdown } from '../countdown.tsx';
import { DecidedBy } from '../decided-by.tsx';
import { ExtendButton } from './extend-button.tsx';
import { effectLabel, kindLabel } from './labels.ts';
import { RequesterFacts, TechnicalFacts } from './request-facts.tsx';
import { TurnSiblings } from './turn-siblings.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { describeConsequence } from './describe-consequence.ts';

/** Displays one request: its consequence, the reason for asking, and its arguments. */
export function RequestView(props: {
  readonly approval: ApprovalDetail;
  /** The arguments, or the editor for them. */
  readonly args: ReactNode;
  readonly onDecideTurn: (() => void) | undefined;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { approval } = props;
  const isOpen = statusNow(approval, useNow()) === 'pending';
  const reason = language === 'ja' ? (approval.reason_ja ?? approval.reason) : approval.reason;
  return (
    <div className="flex flex-col gap-5 px-4 py-4 md:px-6">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <RiskBadge level={approval.risk_level} />
          <Badge>{kindLabel(approval.tool_kind, t)}</Badge>
          <Badge>{effectLabel(approval.effect, t)}</Badge>
          <span className="ml-auto flex flex-wrap items-center justify-end gap-2 text-[13.5px]">
            {isOpen ? <Countdown until={approval.expires_at} /> : <DecidedBy approval={approval} />}
            {isOpen && <ExtendButton approvalId={approval.approval_id} />}
          </span>
        </div>
        <h2 className="font-mono text-[19px] font-semibold break-all">
          <RevealedText text={approval.tool_id} />
        </h2>
        <p className="text-[16px]">{describeConsequence(approval, t, isOpen)}</p>
      </header>
      <section aria-labelledby="why" className="rounded-md border border-line bg-warn-tint px-4 py-3">
        <h3 id="why" className="flex items-center gap-2 text-[14px] font-semibold text-warn">
          <Icon name="alert" />
          {t('why.title')}
        </h3>
        <p className="mt-1 whitespace-pre-wrap">
          <RevealedText text={reason} />
        </p>
        <p className="mt-1 text-[12.5px] text-soft">
          {approval.rule_ids.length > 0 && t('why.rules', { rules: approval.rule_ids.join(', ') })}{' '}
          {approval.policy !== null && t('why.policy', { policy: approval.policy })}
        </p>
      </section>
      <section aria-labelledby="args">
        <h3 id="args" className="mb-1 text-[14px] font-semibold">
          {t('args.title')}
        </h3>
        {props.args}
      </section>
      <section aria-labelledby="behalf">
        <h3 id="behalf" className="mb-2 text-[14px] font-semibold">
          {t('behalf.title')}
        </h3>
        <RequesterFacts approval={approval} />
      </section>
      <TurnSiblings approval={approval} onDecideTurn={props.onDecideTurn} />
      <TechnicalFacts approval={approval} />
    </div>
  );
}
