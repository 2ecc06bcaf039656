import { useEffect, useState, type ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { jsonText } from '../../ui/display/json-value.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatAmount, isAmount } from '../effect/find-amount.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { codeLanguage, type CodeLanguage } from './code-language.ts';
import { sliceTokens, type Token } from './tokens.ts';
import { partsOf } from './value-parts.ts';
import { loadPart } from '../../ui/parts/load-part.ts';

/** A value with more parts is collapsed until a person expands it. */
const MAX_COLLAPSED = 3;

/**
 * Displays the complete value of one argument as inert text. A long value is collapsed to its beginning and its length.
 * Its parts are marked, so that the page knows which of them were on the screen.
 */
export function DisplayedValue(props: {
  /** The name that distinguishes the value on the screen. */
  readonly name: string;
  /** The name of the argument. */
  readonly argument: string;
  readonly value: unknown;
  readonly isExpanded: boolean;
  readonly onExpand: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { name, value } = props;
  const text = jsonText(value);
  const tokens = useTokens(codeLanguage(props.argument, value), text);
  const parts = partsOf(name, text);
  const isCollapsed = parts.length > MAX_COLLAPSED && !props.isExpanded;
  const count = Array.from(text).length;
  const amount = isAmount(props.argument, value) ? formatAmount(value, undefined, language) : text;
  let at = 0;
  const placed = parts.map((part) => {
    const from = at;
    at += part.text.length;
    return { ...part, from };
  });
  return (
    <>
      <span
        className={`font-mono text-small break-words whitespace-pre-wrap ${typeof value === 'string' || tokens ? '' : 'text-info'}`}
      >
        {(isCollapsed ? placed.slice(0, 1) : placed).map((part) => (
          <span key={part.id} data-part={part.id} className="scroll-mt-4">
            {tokens ? (
              <Tokens tokens={sliceTokens(tokens, part.from, part.from + part.text.length)} />
            ) : (
              <RevealedText text={part.text} />
            )}
          </span>
        ))}
        {isCollapsed && '…'}
      </span>
      {amount !== text && <span className="ml-2 text-soft">({amount})</span>}
      {parts.length > MAX_COLLAPSED && (
        <span className="mt-1 flex flex-wrap items-center gap-2 text-small text-soft">
          {isCollapsed ? (
            <Button small onClick={props.onExpand}>
              {t('value.showAll', { count })}
            </Button>
          ) : (
            t('value.length', { count })
          )}
        </span>
      )}
    </>
  );
}

function Tokens(props: { readonly tokens: readonly Token[] }): ReactNode {
  return props.tokens.map((token, index) => (
    <span key={index} data-token={token.kind} className={COLORS[token.kind ?? '']}>
      <RevealedText text={token.text} />
    </span>
  ));
}

const COLORS: Readonly<Record<string, string>> = {
  keyword: 'font-semibold text-info',
  built_in: 'text-info',
  attr: 'text-info',
  literal: 'text-violet',
  number: 'text-violet',
  string: 'text-good',
  subst: 'text-violet',
  variable: 'text-violet',
  comment: 'text-soft italic',
};

/** A longer text would block the page while it is split into tokens. */
const MAX_LENGTH = 50_000;

/** Returns the tokens of code after the highlighter was loaded. Until then, and on a failure, the text stays plain. */
function useTokens(language: CodeLanguage | undefined, text: string): readonly Token[] | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly tokens: readonly Token[] }>();
  useEffect(() => {
    if (language === undefined || text.length > MAX_LENGTH) return undefined;
    let isCurrent = true;
    const load = async () => {
      const { highlight } = await loadPart(() => import('./highlight.ts'));
      if (isCurrent) setFound({ text, tokens: highlight(language, text) });
    };
    load().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [language, text]);
  return language !== undefined && found?.text === text ? found.tokens : undefined;
}
