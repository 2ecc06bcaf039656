import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { statsQuery } from '../../dashboard/stats-query.ts';
import { formatDuration } from '../../ui/format/format-duration.ts';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { Button } from '../../ui/controls/button.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useHasRole } from '../../access/use-session.ts';
import { exampleEffect } from './example-effect.ts';
import { ManifestForm } from './manifest-form.tsx';
import type { Tool } from './tools-query.ts';
import { useManifestChange } from './use-manifest-change.ts';
import { useToolsTexts } from './use-tools-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** One tool: its description, and the manifest that a person can confirm. */
export function ToolDetail({ tool }: { readonly tool: Tool }): ReactNode {
  const t = useToolsTexts();
  const { language } = usePreferences();
  const isAdmin = useHasRole('admin');
  const { origin: _origin, confirmed: _confirmed, ...given } = tool.manifest;
  const [input, setInput] = useState(given);
  const { confirm, withdraw } = useManifestChange(tool);
  const isDeclared = tool.manifest_source === 'declared';
  const isChanged = JSON.stringify(input) !== JSON.stringify(given);
  return (
    <article className="flex flex-col gap-4 rounded-md border border-line bg-card p-4">
      <div>
        <h2 className="font-mono text-section font-semibold break-all">
          <RevealedText text={tool.tool_id} />
        </h2>
        <p className="mt-1 break-words whitespace-pre-line">
          <RevealedText text={tool.description} />
        </p>
        <p className="mt-1 text-small text-soft">
          {t('agents')}: <RevealedText text={tool.agents.join(', ')} />
        </p>
      </div>
      <Usage toolId={tool.tool_id} />
      <p>
        <span className="text-soft">{t('sentence')}</span>{' '}
        <q>
          <RevealedText text={exampleEffect(tool, input, language)} />
        </q>
      </p>
      <SourceNote tool={tool} />
      <ManifestForm tool={tool} input={input} isLocked={isDeclared || !isAdmin} onChange={setInput} />
      {!isDeclared && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            tone="primary"
            busy={confirm.isPending}
            disabled={!isAdmin || (tool.manifest_source === 'confirmed' && !isChanged)}
            onClick={() => confirm.mutate(input)}
          >
            {t(tool.manifest_source === 'confirmed' ? 'save' : 'confirm')}
          </Button>
          {tool.manifest_source === 'confirmed' && (
            <Button
              tone="danger"
              busy={withdraw.isPending}
              disabled={!isAdmin}
              onClick={() => withdraw.mutate()}
            >
              {t('withdraw')}
            </Button>
          )}
          {!isAdmin && <span className="text-small text-soft">{t('adminOnly')}</span>}
        </div>
      )}
      <details>
        <summary className="text-body font-semibold">{t('parameters')}</summary>
        <pre tabIndex={0} className="mt-2 max-h-80 overflow-auto rounded bg-sunken p-3 font-mono text-small">
          <RevealedText text={JSON.stringify(tool.parameters, undefined, 2)} />
        </pre>
      </details>
    </article>
  );
}

/** How often the tool was called, how long it took, and what people decided about its calls. */
function Usage({ toolId }: { readonly toolId: string }): ReactNode {
  const t = useToolsTexts();
  const { language } = usePreferences();
  const { data } = useQuery(statsQuery(useClient(), { days: '30', tool: toolId }));
  if (!data) return <p className="text-small text-soft">&nbsp;</p>;
  const called = data.tools.find(({ id }) => id === toolId);
  const approved = data.days.reduce((sum, day) => sum + day.approved, 0);
  const rejected = data.days.reduce((sum, day) => sum + day.denied, 0);
  const parts = [
    called ? t('usage.calls', { count: called.calls, failed: called.failed }) : t('usage.none'),
    ...(typeof called?.p95_ms === 'number' ? [`p95 ${formatDuration(called.p95_ms, language)}`] : []),
    ...(approved + rejected === 0 ? [] : [t('usage.decided', { approved, rejected })]),
  ];
  return <p className="numeric text-small text-soft">{t('usage', { parts: parts.join(' · ') })}</p>;
}

function SourceNote({ tool }: { readonly tool: Tool }): ReactNode {
  const t = useToolsTexts();
  const { language } = usePreferences();
  const now = useNow();
  const { manifest_source: source, confirmed_by: who, confirmed_at: when } = tool;
  const text =
    source === 'confirmed'
      ? t('source.confirmed.hint', {
          who: who ?? '?',
          when: when === null ? '?' : formatMoment(when, language, now),
        })
      : t(`source.${source}.hint`);
  return (
    <p
      className={
        source === 'guess' ? 'rounded-md bg-warn-tint px-3 py-2 text-body text-warn' : 'text-body text-soft'
      }
    >
      {text}
    </p>
  );
}
