import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { classNames } from '../../ui/controls/class-names.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatExactly } from '../../ui/format/format-time.ts';
import { conversationEn } from './conversation.en.ts';
import { conversationJa } from './conversation.ja.ts';
import { useContextTexts } from './use-context-texts.ts';
import type { ContextCall, ContextEntry, Passage, RunContext } from './use-run-context.ts';

/** The conversation of a run: what the user and the model wrote, and the calls with their inputs and outputs. */
export function Conversation(props: {
  readonly context: RunContext;
  /** The requester, as the reader calls them. */
  readonly user: string;
  /** The call whose passages are marked. The conversation opens at the first one. */
  readonly callKey?: string | undefined;
}): ReactNode {
  const t = useTexts(TEXTS);
  const tc = useContextTexts();
  const { context, callKey } = props;
  const marked = context.passages.filter((passage) => passage.call_key === callKey);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('mark[data-passage]')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small text-soft">{t('recorded')}</p>
      {context.kept !== 'complete' && <p className="text-small text-warn">{t(`kept.${context.kept}`)}</p>}
      <ol ref={list} className="flex flex-col gap-3" aria-label={tc('title')}>
        {context.entries.map((entry, index) => (
          <li
            key={index}
            className={classNames(
              'border-l-2 pl-3',
              entry.kind === 'call' && entry.call_key === callKey ? 'border-accent' : 'border-line',
            )}
          >
            <Entry
              entry={entry}
              user={props.user}
              passages={marked.filter((passage) => passage.entry === index)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Entry(props: {
  readonly entry: ContextEntry;
  readonly user: string;
  readonly passages: readonly Passage[];
}): ReactNode {
  const t = useTexts(TEXTS);
  const { entry, passages } = props;
  if (entry.kind === 'call') return <CallEntry call={entry} passages={passages} />;
  const who = entry.kind === 'user' ? props.user : entry.source;
  return (
    <>
      <p className="text-small text-soft">
        {entry.kind === 'content' ? (
          <>
            {t('content')} <code className="font-mono">{<RevealedText text={who} />}</code>
          </>
        ) : (
          <RevealedText text={entry.kind === 'user' ? who : t('model', { agent: who })} />
        )}
      </p>
      <LongText
        text={entry.text}
        length={entry.length}
        passages={passages}
        isPlain={entry.kind !== 'content'}
      />
    </>
  );
}

/** A call with its input and output. */
function CallEntry(props: { readonly call: ContextCall; readonly passages?: readonly Passage[] }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const { call } = props;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-small text-soft">
        <code className="font-mono font-semibold text-ink">
          <RevealedText text={call.tool_id} />
        </code>
        <Badge tone={TONES[call.state]}>{t(`state.${call.state}`)}</Badge>
        <time dateTime={call.started_at}>{formatExactly(call.started_at, language)}</time>
      </p>
      <InputText call={call} />
      <OutputText call={call} passages={props.passages ?? []} />
    </>
  );
}

/** The input of a call. */
export function InputText({ call }: { readonly call: ContextCall }): ReactNode {
  const t = useTexts(TEXTS);
  return (
    <>
      <p className="mt-1 text-small font-semibold">
        {t('input')}
        {call.input_masked && <span className="font-normal text-soft"> {t('input.masked')}</span>}
      </p>
      <LongText text={indented(call.input)} length={0} passages={[]} />
    </>
  );
}

/** The output of a call, with the marked passages. */
export function OutputText(props: {
  readonly call: ContextCall;
  readonly passages: readonly Passage[];
}): ReactNode {
  const t = useTexts(TEXTS);
  const { output, output_length: length } = props.call;
  return (
    <>
      <p className="mt-1 text-small font-semibold">{t('output')}</p>
      {output === null ? (
        <p className="text-small text-soft">{t('output.none')}</p>
      ) : (
        <LongText text={output} length={length} passages={props.passages} />
      )}
    </>
  );
}

/** A text in a box that scrolls, with its passages marked. */
function LongText(props: {
  readonly text: string;
  readonly length: number;
  readonly passages: readonly Passage[];
  readonly isPlain?: boolean;
}): ReactNode {
  const t = useTexts(TEXTS);
  const { text, length, passages, isPlain = false } = props;
  return (
    <>
      <pre
        tabIndex={0}
        className={classNames(
          'max-h-64 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]',
          isPlain ? 'font-sans' : 'rounded bg-sunken px-2 py-1.5 font-mono text-small',
        )}
      >
        {pieces(text, passages).map((piece, index) =>
          piece.isMarked ? (
            <mark key={index} data-passage className="rounded bg-mark px-0.5 text-ink">
              <RevealedText text={piece.text} />
            </mark>
          ) : (
            <RevealedText key={index} text={piece.text} />
          ),
        )}
      </pre>
      {length > text.length && (
        <p className="text-small text-soft">{t('cut', { shown: text.length, length })}</p>
      )}
    </>
  );
}

/** Splits a text at the borders of its passages. Overlapping passages are joined. */
function pieces(text: string, passages: readonly Passage[]) {
  const found: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const { start, end } of passages.toSorted((one, other) => one.start - other.start)) {
    if (end <= at || start >= text.length) continue;
    const from = Math.max(at, start);
    found.push(
      { text: text.slice(at, from), isMarked: false },
      { text: text.slice(from, end), isMarked: true },
    );
    at = end;
  }
  return [...found, { text: text.slice(at), isMarked: false }];
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const TONES: Readonly<Record<ContextCall['state'], BadgeTone>> = {
  done: 'good',
  failed: 'bad',
  unknown: 'warn',
  running: 'info',
  waiting: 'warn',
  declined: 'bad',
  expired: 'neutral',
  denied: 'bad',
  not_started: 'neutral',
};

const TEXTS = { en: conversationEn, ja: conversationJa };
