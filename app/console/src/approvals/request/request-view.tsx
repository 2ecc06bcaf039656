import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { classNames } from '../../ui/controls/class-names.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { readRisk, RiskSquare, type RiskLevel } from '../../ui/display/risk-square.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useNow } from '../../ui/format/use-now.ts';
import { useRunContext } from '../../runs/context/use-run-context.ts';
import type { ApprovalDetail } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { Countdown } from '../countdown.tsx';
import { DecidedBy } from '../decided-by.tsx';
import { describeDecider } from '../describe-decider.ts';
import { describeDecision, describeEffect } from '../effect/describe-effect.ts';
import { Comments } from '../review/comments.tsx';
import { ReviewBar } from '../review/review-bar.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { CodedText } from './coded-text.tsx';
import { beginSentence, describeReasons, describeUser } from './describe-reasons.ts';
import { ExtendButton } from './extend-button.tsx';
import { effectLabel } from './labels.ts';
import { PositionButtons, type Position } from './position-buttons.tsx';
import { RequestContext } from './request-context.tsx';
import { ValuePath } from './value-path.tsx';
import { weakestSource } from './weakest-source.ts';

const TurnSiblings = lazyPart(() => import('./turn-siblings.tsx').then((file) => file.TurnSiblings));
const TechnicalFacts = lazyPart(() => import('./technical-facts.tsx').then((file) => file.TechnicalFacts));

/** Displays one request: its effect, the requester, the reasons for asking, the path of a value, and all values. */
export function RequestView(props: {
  readonly approval: ApprovalDetail;
  readonly position: Position | undefined;
  /** The arguments, or the editor for them. */
  readonly args: ReactNode;
  readonly onDecideTurn: (() => void) | undefined;
}): ReactNode {
  const t = useInboxTexts();
  const shell = useShellTexts();
  const [isTechnical, setTechnical] = useState(false);
  const { approval } = props;
  const isOpen = statusNow(approval, useNow()) === 'pending';
  const level = readRisk(approval.risk_level);
  const { run_id: runId, approval_id: approvalId, sources } = approval;
  // The passage of an untrusted value is evidence, so it is loaded at once for a person who decides.
  const reading = useRunContext(
    { runId, approvalId },
    isOpen && typeof weakestSource(sources)?.tool === 'string',
  );
  return (
    <div className="flex flex-col gap-4 px-4 py-3 md:px-6">
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft">
          <RiskSquare level={level} />
          <span>{shell(`risk.${level}`)}</span>
          <span aria-hidden="true">·</span>
          <span>{effectLabel(approval.effect, t)}</span>
          {props.position && (
            <span className="order-last max-lg:hidden">
              <PositionButtons {...props.position} />
            </span>
          )}
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:basis-full md:ml-auto md:justify-end">
            {isOpen ? (
              <>
                <Countdown until={approval.expires_at} />
                <ReviewBar approval={approval} />
                <ExtendButton approval={approval} />
              </>
            ) : (
              <>
                <DecidedBy approval={approval} />
                <Link
                  to="/history/$approvalId"
                  params={{ approvalId }}
                  className="text-accent underline underline-offset-3"
                >
                  {t('record.open')}
                </Link>
              </>
            )}
          </span>
        </div>
        <h2 className="text-headline font-semibold [overflow-wrap:anywhere]">
          <Headline approval={approval} />
        </h2>
        {approval.comment !== null && (
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <span className="text-soft">{t('decided.reason')}</span>{' '}
            <q>
              <RevealedText text={approval.comment} />
            </q>
          </p>
        )}
        <Requester approval={approval} />
      </header>
      <Reasons approval={approval} level={level} />
      <ValuePath approval={approval} reading={reading} />
      <section aria-labelledby="args">
        <h3 id="args" className="mb-1 text-section font-semibold">
          {t('args.title')}
        </h3>
        {props.args}
      </section>
      {approval.siblings.length > 0 && <TurnSiblings approval={approval} onDecideTurn={props.onDecideTurn} />}
      <RequestContext approval={approval} reading={reading} />
      {(isOpen || approval.comments.length > 0) && <Comments approval={approval} />}
      <details className="text-small" onToggle={(event) => setTechnical(event.currentTarget.open)}>
        <summary className="w-fit rounded py-1 font-semibold text-soft hover:text-ink">
          {t('tech.title')}
        </summary>
        {isTechnical && <TechnicalFacts approval={approval} />}
      </details>
    </div>
  );
}

function Headline({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const effect = describeEffect(approval, language, MAX_IN_HEADLINE);
  const status = statusNow(approval, useNow());
  if (status !== 'approved' && status !== 'denied') return <RevealedText text={effect} />;
  const who = describeDecider(approval.decided_by, user.id, t);
  return <RevealedText text={beginSentence(describeDecision(status, { who, effect }, language))} />;
}

/** Names the requester, the agent, the application and the task. */
function Requester({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const { run } = approval;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('behalf.person'),
      <RevealedText text={describeUser(approval.on_behalf_of, { language, me: user.id })} />,
    ],
    [t('behalf.agent'), <RevealedText text={approval.agent_name} />],
    ...(run === null || run.application === ''
      ? []
      : [[t('behalf.application'), <RevealedText text={run.application} />] as const]),
    [
      t('behalf.tool'),
      <code className="font-mono">
        <RevealedText text={approval.tool_id} />
      </code>,
    ],
    [
      t('behalf.run'),
      <Link
        to="/runs/$runId"
        params={{ runId: approval.run_id }}
        className="text-accent underline underline-offset-3"
      >
        {t('behalf.openRun')}
      </Link>,
    ],
  ];
  return (
    <>
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className="text-soft">{t('behalf.intent')}</span>{' '}
        {approval.user_intent === null ? (
          <span className="text-soft">{t('behalf.noIntent')}</span>
        ) : (
          <q>
            <RevealedText text={approval.user_intent} />
          </q>
        )}
      </p>
    </>
  );
}

function Reasons(props: { readonly approval: ApprovalDetail; readonly level: RiskLevel }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const { approval } = props;
  const [first, ...rest] = describeReasons(approval, { language, me: user.id });
  return (
    <section
      aria-labelledby="why"
      className={classNames('rounded-r-md border-l-[3px] px-3 py-2', BOXES[props.level])}
    >
      <h3 id="why" className="sr-only">
        {t('why.title')}
      </h3>
      <p className="font-semibold whitespace-pre-wrap">
        <CodedText parts={first ?? []} />
      </p>
      {rest.map((reason, index) => (
        <p key={index} className="whitespace-pre-wrap">
          <CodedText parts={reason} />
        </p>
      ))}
    </section>
  );
}

/** A longer target is displayed completely among the values. */
const MAX_IN_HEADLINE = 160;

const BOXES: Readonly<Record<RiskLevel, string>> = {
  1: 'border-edge bg-sunken',
  2: 'border-info bg-info-tint',
  3: 'border-warn bg-warn-tint',
  4: 'border-bad bg-bad-tint',
  5: 'border-risk5 bg-bad-tint',
};
