import { Link } from '@tanstack/react-router';
import type { InferResponseType } from 'hono/client';
import type { ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import type { ConsoleClient } from '../../api/console-client.ts';
import { isKeyOf } from '../../i18n/is-key-of.ts';
import { compareArguments } from '../../policies/gate/compare-arguments.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { jsonText } from '../../ui/display/json-value.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatExactly } from '../../ui/format/format-time.ts';
import type { ApprovalDetail } from '../approval.ts';
import { describeUser } from '../request/describe-reasons.ts';
import { originLabel, originTone } from '../request/labels.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { sourcesOfArgument } from '../values/sources-of-argument.ts';
import { textsEn } from './texts.en.ts';
import { useRecordTexts } from './use-record-texts.ts';

type Approvals = ConsoleClient['api']['approvals'];

/** What people saw and decided about one request, and what followed. */
export type DecisionRecord = InferResponseType<Approvals[':approval_id']['record']['$get'], 200>;

/** The values that were requested, and those after an edit, with their origins. */
export function Values({ request }: { readonly request: ApprovalDetail }): ReactNode {
  const t = useRecordTexts();
  const inbox = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const before = request.arguments;
  if (before === null) return null;
  const rows = compareArguments(before, request.edited_arguments ?? before);
  const names = {
    user: describeUser(request.on_behalf_of, { language, me: user.id }),
    application: request.run?.application ?? '',
  };
  return (
    <Section id="values" title={t('values')}>
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-small text-soft">
            <tr>
              <th className="py-1 pr-4 font-normal">{t('argument')}</th>
              <th className="py-1 pr-4 font-normal">{t('requested')}</th>
              {request.edited_arguments !== null && (
                <th className="py-1 pr-4 font-normal">{t('executed')}</th>
              )}
              <th className="py-1 font-normal">{inbox('args.source')}</th>
            </tr>
          </thead>
          <tbody className="align-top">
            {rows.map((row) => (
              <tr key={row.name} className="border-t border-line">
                <th scope="row" className="py-1 pr-4 font-mono text-small font-normal">
                  <RevealedText text={row.name} />
                </th>
                <td className="py-1 pr-4 font-mono text-small [overflow-wrap:anywhere]">
                  <RevealedText text={jsonText(row.before)} />
                </td>
                {request.edited_arguments !== null && (
                  <td className="py-1 pr-4 font-mono text-small [overflow-wrap:anywhere]">
                    {row.isChanged ? (
                      <ins className="bg-mark text-ink no-underline">
                        <RevealedText text={jsonText(row.after)} />
                      </ins>
                    ) : (
                      <RevealedText text={jsonText(row.after)} />
                    )}
                  </td>
                )}
                <td className="py-1">
                  {sourcesOfArgument(request.sources, row.name).map((source) => (
                    <Badge
                      key={source.path}
                      tone={source.origin === 'person' ? 'violet' : originTone(source.origin)}
                    >
                      {source.origin === 'person'
                        ? t('entered', { who: request.decided_by?.id ?? '' })
                        : originLabel(source, inbox, names)}
                    </Badge>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** Who read what, who decided, and what was executed, with the numbers of the audit records. */
export function Events({ record }: { readonly record: DecisionRecord }): ReactNode {
  const t = useRecordTexts();
  const { language } = usePreferences();
  const hasContext = record.events.some(({ event }) => event === 'context.viewed');
  return (
    <Section id="events" title={t('events')}>
      {!hasContext && <p className="mb-1 text-soft">{t('noContext')}</p>}
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-small text-soft">
            <tr>
              <th className="py-1 pr-4 font-normal">#</th>
              <th className="py-1 pr-4 font-normal">{t('time')}</th>
              <th className="py-1 pr-4 font-normal">{t('who')}</th>
              <th className="py-1 font-normal">{t('what')}</th>
            </tr>
          </thead>
          <tbody className="align-top">
            {record.events.map(({ seq, event, at, by, decision, data }, index) => (
              <tr key={seq} className="border-t border-line">
                <td className="numeric py-1 pr-4">
                  <Link
                    to="/audit"
                    search={{ seq: String(seq) }}
                    className="text-accent underline underline-offset-3"
                  >
                    {seq}
                  </Link>
                </td>
                <td className="numeric py-1 pr-4 whitespace-nowrap">{formatExactly(at, language)}</td>
                <td className="py-1 pr-4">
                  <RevealedText
                    text={by ?? (event.startsWith('tool.') ? record.request.agent_name : SYSTEM)}
                  />
                </td>
                <td className="py-1">
                  <RevealedText
                    text={t(
                      isRepeated(record.events, index)
                        ? 'event.gate.decision.again'
                        : eventKey(event, decision),
                      wordsOf(data),
                    )}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** The actor of events that neither a person nor the agent caused. */
const SYSTEM = 'Sekisho';

/** When a run continues after a wait, the gate judges the call again. No person is asked then. */
const isRepeated = (events: DecisionRecord['events'], index: number) =>
  events[index]?.event === 'gate.decision' &&
  events[index].decision === 'needs_human' &&
  events.slice(0, index).some(({ event }) => /^approval\.(approved|denied|expired)$/u.test(event));

function eventKey(event: string, decision: string): keyof typeof textsEn {
  const exact = `event.${event}.${decision}`;
  if (isKeyOf(textsEn, exact)) return exact;
  const known = `event.${event}`;
  return isKeyOf(textsEn, known) ? known : 'event.other';
}

const wordsOf = (data: Readonly<Record<string, unknown>>) => ({
  tool: textOf(data['tool']),
  ms: Number(data['ms'] ?? 0),
  entries: Number(data['entries'] ?? 0),
  until: textOf(data['expires_at']),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A part of a decision record with its heading. */
export function Section(props: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section aria-labelledby={props.id}>
      <h2 id={props.id} className="mb-2 text-section font-semibold">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}
