import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TextInput } from '../../components/field.tsx';
import { Screen } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Badge } from '../../components/badge.tsx';
import { SkillDetail } from './skill-detail.tsx';
import { SkillDiagnostics } from './skill-diagnostics.tsx';
import { useSkillsWords } from './use-skills-words.ts';

/** The skills, what is wrong with some of them, and what each one says. */
export function SkillsScreen(): ReactNode {
  const say = useSkillsWords();
  const client = useClient();
  const chosen = useSearch({ strict: false })['skill'];
  const [query, setQuery] = useState('');
  const skills = useQuery({
    queryKey: ['skills', 'list'],
    queryFn: () => readAnswer(client.api.skills.$get()),
  });
  const found =
    skills.data?.items.filter(({ name, overview, tags }) => isMatch([name, overview, ...tags], query)) ?? [];
  return (
    <Screen title={say('title')} intro={say('intro')}>
      {skills.isPending && <Skeleton />}
      {skills.isError && <ErrorState error={skills.error} onRetry={() => void skills.refetch()} />}
      {skills.data !== undefined && (
        <div className="flex flex-col gap-4">
          <SkillDiagnostics diagnostics={skills.data.diagnostics} />
          {skills.data.items.length === 0 ? (
            <EmptyState icon="skills" title={say('empty.title')}>
              {skills.data.dir === null ? say('empty.text') : say('empty.dir', { dir: skills.data.dir })}
            </EmptyState>
          ) : (
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
                  {found.map(({ skill_id: id, name, overview, mode }) => (
                    <li key={id}>
                      <Link
                        to="/skills"
                        search={{ skill: id }}
                        aria-current={id === chosen ? 'true' : undefined}
                        className={classNames(
                          'block rounded-md border px-3 py-2 hover:bg-sunken',
                          id === chosen ? 'border-accent bg-tint' : 'border-line bg-card',
                        )}
                      >
                        <span className="flex items-center gap-2">
                          <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
                          <Badge>{mode}</Badge>
                        </span>
                        <span className="line-clamp-2 text-[13px] text-soft">{overview}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
                {skills.data.dir !== null && (
                  <p className="text-[12px] break-all text-soft">{say('dir', { dir: skills.data.dir })}</p>
                )}
              </div>
              {chosen === undefined ? (
                <p className="rounded-lg border border-line bg-card p-6 text-center text-soft">
                  {say('choose')}
                </p>
              ) : (
                // On a phone what was chosen stands above the list, where it is seen.
                <div className="max-md:order-first">
                  <SkillDetail id={chosen} />
                </div>
              )}
            </div>
          )}
        </div>
      )}
    </Screen>
  );
}

/** Full-width and half-width forms are the same letters to a person who searches. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function isMatch(texts: readonly string[], query: string): boolean {
  return texts.some((text) => fold(text).includes(fold(query.trim())));
}
