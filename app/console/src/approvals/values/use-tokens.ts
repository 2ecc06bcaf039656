import { useEffect, useState } from 'react';
import { loadPart } from '../../ui/parts/load-part.ts';
import type { CodeLanguage } from './code-language.ts';
import type { Token } from './tokens.ts';

/** A longer text would block the page while it is split into tokens. */
const MAX_LENGTH = 50_000;

/** Returns the tokens of code after the highlighter was loaded. Until then, and on a failure, the text stays plain. */
export function useTokens(language: CodeLanguage | undefined, text: string): readonly Token[] | undefined {
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
