import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useContextTexts } from '../../runs/context/use-context-texts.ts';
import type { ContextState } from '../../runs/context/use-run-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalDetail } from '../approval.ts';
import { DecidedBy } from '../decided-by.tsx';
import { useDescribeEffect } from '../effect/use-describe-effect.ts';
import { describeUser } from './describe-reasons.ts';

const Conversation = lazyPart(() =>
  import('../../runs/context/conversation.tsx').then((file) => file.Conversation),
);

/** What happened before a request: earlier similar requests, and the conversation of its run. */
export function RequestContext(props: {
  readonly approval: ApprovalDetail;
  readonly reading: ContextState;
}): ReactNode {
  return (
    <>
      <PlanFit approval={props.approval} />
      <SimilarRequests approval={props.approval} />
      <ConversationSection {...props} />
    </>
  );
}

/** Whether the call is part of the plan that was made before the run read untrusted content. */
function PlanFit({ approval: { plan } }: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useContextTexts();
  const { language } = usePreferences();
  if (plan === null) return null;
  return (
    <section aria-labelledby="plan">
      <h3 id="plan" className="mb-1 text-section font-semibold">
        {t('plan.title')}
      </h3>
      <p>
        <Badge tone={PLAN_TONES[plan.fit]}>{t(`plan.${plan.fit}`)}</Badge>{' '}
        <RevealedText text={language === 'ja' ? plan.text_ja : plan.text} />
      </p>
    </section>
  );
}

const PLAN_TONES = { inside: 'good', unclear: 'warn', outside: 'bad' } as const;

function SimilarRequests({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useContextTexts();
  const client = useClient();
  const describe = useDescribeEffect();
  const { approval_id, agent_name: agent } = approval;
  const { data } = useQuery({
    queryKey: ['approvals', 'similar', approval_id],
    queryFn: () =>
      readResponse(client.api.approvals[':approval_id'].similar.$get({ param: { approval_id } })),
  });
  if (!data) return null;
  const { approved, denied, expired, same_destination: same } = data;
  const count = approved + denied + expired;
  return (
    <section aria-labelledby="similar">
      <h3 id="similar" className="mb-1 text-section font-semibold">
        {t('similar.title')}
      </h3>
      {count === 0 ? (
        <p className="text-soft">
          <RevealedText text={t('similar.none', { agent })} />
        </p>
      ) : (
        <>
          <p>
            <RevealedText text={t('similar.count', { count, agent, approved, denied, expired })} />
            {same !== null && ` · ${same === 0 ? t('similar.never') : t('similar.same', { count: same })}`}
          </p>
          <details className="text-small">
            <summary className="w-fit rounded py-1 font-semibold text-soft hover:text-ink">
              {t('similar.list')}
            </summary>
            <ul className="flex flex-col gap-1">
              {data.items.map((item) => (
                <li key={item.approval_id} className="flex flex-wrap items-baseline gap-x-3">
                  <Link
                    to="/history/$approvalId"
                    params={{ approvalId: item.approval_id }}
                    className="min-w-0 [overflow-wrap:anywhere] underline underline-offset-3"
                  >
                    <RevealedText text={describe(item)} />
                  </Link>
                  <span className="text-soft">
                    <DecidedBy approval={item} short />
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}

function ConversationSection(props: {
  readonly approval: ApprovalDetail;
  readonly reading: ContextState;
}): ReactNode {
  const t = useContextTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const { user: me } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { approval, reading } = props;
  const { state, context, load } = reading;
  const user = describeUser(approval.on_behalf_of, { language, me: me.id });
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open && state === 'unread') load();
      }}
    >
      <summary className="w-fit rounded py-1 text-section font-semibold">{t('title')}</summary>
      {isOpen && (
        <div className="mt-1">
          {context && <Conversation context={context} user={user} callKey={approval.call_key} />}
          {state === 'loading' && <p className="text-soft">{t('loading')}</p>}
          {state === 'forbidden' && <p className="text-soft">{t('forbidden')}</p>}
          {state === 'failed' && (
            <p className="flex flex-wrap items-center gap-2 text-bad">
              {explain(reading.failure)}
              <Button small onClick={load}>
                {t('show')}
              </Button>
            </p>
          )}
        </div>
      )}
    </details>
  );
}
