import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { useSkillsWords } from './use-skills-words.ts';

/** What is wrong with skill files, and where. */
export function SkillDiagnostics(props: {
  readonly diagnostics: readonly {
    readonly severity: 'warning' | 'error';
    readonly path: string;
    readonly message: string;
    readonly code: string | null;
  }[];
}): ReactNode {
  const say = useSkillsWords();
  const { diagnostics } = props;
  if (diagnostics.length === 0) return null;
  return (
    <details open={diagnostics.length <= 5} className="rounded-lg border border-line bg-card p-3">
      <summary className="font-semibold">{say('diagnostics.title', { count: diagnostics.length })}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {diagnostics.map(({ severity, path, message, code }) => (
          <li key={`${path}${message}`} className="flex flex-wrap items-baseline gap-x-2 text-[14px]">
            <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{say(`severity.${severity}`)}</Badge>
            <span className="break-words">{message}</span>
            <code className="font-mono text-[12px] break-all text-soft">{path}</code>
            {code !== null && <code className="font-mono text-[12px] text-soft">{code}</code>}
          </li>
        ))}
      </ul>
    </details>
  );
}
