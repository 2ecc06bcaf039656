import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TextInput } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Screen } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ToolDetail } from './tool-detail.tsx';
import { toolsQuery, type Tool } from './tools-query.ts';
import { useToolsWords } from './use-tools-words.ts';

/** The tools and their manifests, those that wait for a confirmation first. */
export function ToolsScreen(): ReactNode {
  const say = useToolsWords();
  const tools = useQuery(toolsQuery(useClient()));
  const guesses = tools.data?.filter(({ manifest_source: source }) => source === 'guess').length ?? 0;
  return (
    <Screen title={say('title')} intro={say('intro')}>
      {tools.isPending && <Skeleton />}
      {tools.isError && <ErrorState error={tools.error} onRetry={() => void tools.refetch()} />}
      {tools.data?.length === 0 && (
        <EmptyState icon="tools" title={say('empty.title')}>
          {say('empty.text')}
        </EmptyState>
      )}
      {tools.data !== undefined && tools.data.length > 0 && (
        <div className="flex flex-col gap-4">
          {guesses > 0 && (
            <p className="flex items-center gap-2 rounded-md bg-warn-tint px-3 py-2 text-warn">
              <Icon name="alert" />
              {say('guesses', { count: guesses })}
            </p>
          )}
          <ToolBrowser tools={tools.data} />
        </div>
      )}
    </Screen>
  );
}

function ToolBrowser({ tools }: { readonly tools: readonly Tool[] }): ReactNode {
  const say = useToolsWords();
  const chosen = useSearch({ strict: false })['tool'];
  const [query, setQuery] = useState('');
  const found = tools.filter(({ tool_id: id, description }) => isMatch(`${id} ${description}`, query));
  const tool = tools.find(({ tool_id: id }) => id === chosen);
  return (
    <div className="grid items-start gap-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-2">
        <TextInput
          type="search"
          aria-label={say('search')}
          placeholder={say('search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        {found.length === 0 && <p className="px-2 py-4 text-soft">{say('none')}</p>}
        <ul aria-label={say('list')} className="flex flex-col gap-1">
          {found.map(({ tool_id: id, description, manifest, manifest_source: source }) => (
            <li key={id}>
              <Link
                to="/tools"
                search={{ tool: id }}
                aria-current={id === chosen ? 'true' : undefined}
                className={classNames(
                  'block rounded-md border px-3 py-2 hover:bg-sunken',
                  id === chosen ? 'border-accent bg-tint' : 'border-line bg-card',
                )}
              >
                <span className="flex flex-wrap items-center gap-2">
                  <code className="min-w-0 flex-1 truncate font-mono text-[14px] font-semibold">{id}</code>
                  <Badge>{say(`effect.${manifest.effect}`)}</Badge>
                  <Badge tone={SOURCE_TONES[source]}>{say(`source.${source}`)}</Badge>
                </span>
                <span className="line-clamp-1 text-[13px] text-soft">{description}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {tool === undefined ? (
        <p className="rounded-lg border border-line bg-card p-6 text-center text-soft">{say('choose')}</p>
      ) : (
        // On a phone what was chosen stands above the list, where it is seen.
        <div className="max-md:order-first">
          <ToolDetail key={`${tool.tool_id}@${tool.version}`} tool={tool} />
        </div>
      )}
    </div>
  );
}

/** Full-width and half-width forms are the same letters to a person who searches. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function isMatch(text: string, query: string): boolean {
  return fold(text).includes(fold(query.trim()));
}

const SOURCE_TONES: Readonly<Record<Tool['manifest_source'], BadgeTone>> = {
  declared: 'neutral',
  confirmed: 'good',
  guess: 'warn',
};
