import type { InferResponseType } from 'hono/client';
import type { ReactNode } from 'react';
import type { ConsoleClient } from '../../api/console-client.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useSkillsTexts } from './use-skills-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

type Diagnostic = InferResponseType<ConsoleClient['api']['skills']['$get'], 200>['diagnostics'][number];

/** The problems of skill files with their locations. */
export function SkillDiagnostics(props: { readonly diagnostics: readonly Diagnostic[] }): ReactNode {
  const t = useSkillsTexts();
  const { diagnostics } = props;
  if (diagnostics.length === 0) return null;
  return (
    <details open={diagnostics.length <= 5} className="rounded-md border border-line bg-card p-3">
      <summary className="font-semibold">{t('diagnostics.title', { count: diagnostics.length })}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {diagnostics.map((found) => (
          <DiagnosticLine key={`${found.path}${found.message}`} found={found} />
        ))}
      </ul>
    </details>
  );
}

function DiagnosticLine({ found }: { readonly found: Diagnostic }): ReactNode {
  const t = useSkillsTexts();
  const { language } = usePreferences();
  const { severity, path, message, code, cause, remedy } = found;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-body">
      <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{t(`severity.${severity}`)}</Badge>
      <span className="break-words">
        {cause === null ? t('diagnostics.flaw') : `${cause[language]} ${remedy?.[language] ?? ''}`}
      </span>
      <code className="font-mono text-small break-all text-soft">
        <RevealedText text={path} />
      </code>
      {code !== null && <code className="font-mono text-small text-soft">{code}</code>}
      {/* The diagnostics of the parser exist in English only. */}
      <span lang="en" className="basis-full text-small break-words text-soft">
        <RevealedText text={message} />
      </span>
    </li>
  );
}
