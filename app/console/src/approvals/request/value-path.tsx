import type { ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { useSession } from '../../access/use-session.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useContextTexts } from '../../runs/context/use-context-texts.ts';
import type { ContextState, Passage } from '../../runs/context/use-run-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import type { ApprovalDetail } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { CodedText } from './coded-text.tsx';
import { beginSentence, describePath, describeUser } from './describe-reasons.ts';
import { originLabel, originTone } from './labels.ts';
import { weakestSource } from './weakest-source.ts';

/** Explains how an untrusted value got into the call: the task, the passage that contained the value, the call. */
export function ValuePath(props: {
  readonly approval: ApprovalDetail;
  readonly reading: ContextState;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user: me } = useSession();
  const { approval, reading } = props;
  const source = weakestSource(approval.sources);
  if (!source) return null;
  const user = describeUser(approval.on_behalf_of, { language, me: me.id });
  const names = { user, application: approval.run?.application ?? '' };
  const passage = reading.context?.passages.find(
    ({ call_key, path }) => call_key === approval.call_key && path === source.path,
  );
  return (
    <section aria-labelledby="path">
      <h3 id="path" className="mb-1 text-section font-semibold">
        <CodedText parts={describePath('title', { name: source.path }, language)} />
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
          {source.tool === null ? (
            t('path.model')
          ) : (
            <CodedText parts={describePath('tool', { tool: source.tool }, language)} />
          )}{' '}
          <mark className="rounded bg-mark px-1 font-mono text-ink [overflow-wrap:anywhere]">
            <RevealedText text={source.value} />
          </mark>{' '}
          <Badge tone={originTone(source.origin)}>{originLabel(source, t, names)}</Badge>
          {passage ? (
            <PassageText passage={passage} />
          ) : (
            source.tool !== null && <NoPassage reading={reading} />
          )}
        </li>
        <li>
          <CodedText parts={describePath('call', { tool: approval.tool_id, name: source.path }, language)} />
        </li>
      </ol>
    </section>
  );
}

/** Two lines around the value. */
function PassageText({ passage }: { readonly passage: Passage }): ReactNode {
  const before = passage.before.split('\n').slice(-LINES_AROUND).join('\n');
  const after = passage.after.split('\n').slice(0, LINES_AROUND).join('\n');
  return (
    <blockquote className="mt-1 rounded-md bg-sunken px-3 py-2 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
      {before !== '' && '…'}
      <RevealedText text={before} />
      <mark className="rounded bg-mark px-0.5 text-ink">
        <RevealedText text={passage.match} />
      </mark>
      <RevealedText text={after} />
      {after !== '' && '…'}
    </blockquote>
  );
}

const LINES_AROUND = 3;

function NoPassage({ reading }: { readonly reading: ContextState }): ReactNode {
  const tc = useContextTexts();
  const explain = useExplainFailure();
  if (reading.state === 'unread')
    return (
      <p className="mt-1">
        <Button small onClick={reading.load}>
          {tc('showPassage')}
        </Button>
      </p>
    );
  const text = reading.state === 'failed' ? explain(reading.failure) : tc(reasonOf(reading));
  return <p className="text-small text-soft">{text}</p>;
}

function reasonOf({ state, context }: ContextState) {
  if (state === 'loading' || state === 'forbidden') return state;
  return context?.kept === 'removed' ? 'passage.removed' : 'passage.none';
}
