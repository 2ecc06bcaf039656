import type { ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import type { ApprovalDetail, ValueSource } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { beginSentence, describeUser } from './describe-reasons.ts';
import { isUntrusted, originLabel, originTone } from './labels.ts';

/** Explains how an untrusted value got into the call: the task, the tool that returned the value, the call. */
export function ValuePath({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user: me } = useSession();
  const source = weakest(approval.sources);
  if (!source) return null;
  const user = describeUser(approval.on_behalf_of, { language, me: me.id });
  const names = { user, application: approval.run?.application ?? '' };
  return (
    <section aria-labelledby="path">
      <h3 id="path" className="mb-1 text-section font-semibold">
        <RevealedText text={t('path.title', { name: source.path })} />
      </h3>
      <ol className="flex list-decimal flex-col gap-1 pl-6 marker:text-soft">
        <li>
          <RevealedText
            text={
              approval.user_intent === null
                ? t('path.noTask', { user })
                : beginSentence(t('path.task', { user, task: approval.user_intent }))
            }
          />
        </li>
        <li>
          <RevealedText
            text={source.tool === null ? t('path.model') : t('path.tool', { tool: source.tool })}
          />{' '}
          <mark className="rounded bg-mark px-1 font-mono text-ink [overflow-wrap:anywhere]">
            <RevealedText text={source.value} />
          </mark>{' '}
          <Badge tone={originTone(source.origin)}>{originLabel(source, t, names)}</Badge>
          {source.tool !== null && <p className="text-small text-soft">{t('path.notKept')}</p>}
        </li>
        <li>
          <RevealedText text={t('path.call', { tool: approval.tool_id, name: source.path })} />
        </li>
      </ol>
    </section>
  );
}

function weakest(sources: readonly ValueSource[]): ValueSource | undefined {
  for (const origin of ['prose', 'model', 'customer', 'field']) {
    const found = sources.find((source) => source.origin === origin);
    if (found) return found;
  }
  return sources.find((source) => isUntrusted(source.origin));
}
