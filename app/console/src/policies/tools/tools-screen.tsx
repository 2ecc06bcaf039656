import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { BrowserPane } from '../../ui/display/browser-pane.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { useWideScreen } from '../../ui/display/use-media-query.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { ToolDetail } from './tool-detail.tsx';
import { toolsQuery, type Tool } from './tools-query.ts';
import { useTerms } from '../gate/use-terms.ts';
import { useToolsTexts } from './use-tools-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** The tools and their manifests. Unconfirmed ones come first. */
export function ToolsScreen(): ReactNode {
  const t = useToolsTexts();
  const tools = useQuery(toolsQuery(useClient()));
  const guesses = tools.data?.filter(({ manifest_source: source }) => source === 'guess').length ?? 0;
  return (
    <Screen title={t('title')}>
      {tools.isPending && <Skeleton />}
      {tools.isLoadingError && <ErrorState error={tools.error} onRetry={() => void tools.refetch()} />}
      {tools.data?.length === 0 && (
        <EmptyState icon="tools" title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      )}
      {tools.data !== undefined && tools.data.length > 0 && (
        <div className="flex flex-col gap-4">
          {guesses > 0 && (
            <p className="flex items-center gap-2 rounded-md bg-warn-tint px-3 py-2 text-warn">
              <Icon name="alert" />
              {t('guesses', { count: guesses })}
            </p>
          )}
          <ToolBrowser tools={tools.data} />
        </div>
      )}
    </Screen>
  );
}

function ToolBrowser({ tools }: { readonly tools: readonly Tool[] }): ReactNode {
  const term = useTerms();
  const t = useToolsTexts();
  const search = useSearch({ strict: false });
  // A wide screen has space for a tool beside the list, so the first one is displayed. A confirmation changes the order
  // of the list, but not which tool is open.
  const isWide = useWideScreen();
  const [first] = useState(tools[0]?.tool_id);
  const chosen = search['tool'] ?? (isWide ? first : undefined);
  const tool = tools.find(({ tool_id: id }) => id === chosen);
  return (
    <BrowserPane
      field="tool"
      chosen={chosen}
      labels={{ search: t('search'), none: t('none'), list: t('list'), choose: t('choose') }}
      entries={tools.map(({ tool_id: id, description, manifest, manifest_source: source }) => ({
        id,
        texts: [id, description],
        heading: (
          <>
            <code className="min-w-0 flex-1 truncate font-mono text-body font-semibold">
              <RevealedText text={id} />
            </code>
            <Badge>{term('effect', manifest.effect)}</Badge>
            <Badge tone={SOURCE_TONES[source]}>{t(`source.${source}`)}</Badge>
          </>
        ),
        about: description,
      }))}
    >
      {tool && <ToolDetail key={`${tool.tool_id}@${tool.version}`} tool={tool} />}
    </BrowserPane>
  );
}

const SOURCE_TONES: Readonly<Record<Tool['manifest_source'], BadgeTone>> = {
  declared: 'neutral',
  confirmed: 'good',
  guess: 'warn',
};
