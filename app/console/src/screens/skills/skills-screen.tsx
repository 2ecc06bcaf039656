import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { Badge } from '../../components/badge.tsx';
import { BrowserPane } from '../../components/browser-pane.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { modeWord } from './mode-word.ts';
import { SkillDetail } from './skill-detail.tsx';
import { SkillDiagnostics } from './skill-diagnostics.tsx';
import { useSkillsWords } from './use-skills-words.ts';
import { RevealedText } from '../../components/revealed-text.tsx';

/** The skills, their problems, and the details of the selected skill. */
export function SkillsScreen(): ReactNode {
  const say = useSkillsWords();
  const client = useClient();
  const chosen = useSearch({ strict: false })['skill'];
  const skills = useQuery({
    queryKey: ['skills', 'list'],
    queryFn: () => readAnswer(client.api.skills.$get()),
  });
  const dir = skills.data?.dir ?? null;
  return (
    <Screen title={say('title')} intro={say('intro')}>
      {skills.isPending && <Skeleton />}
      {skills.isLoadingError && <ErrorState error={skills.error} onRetry={() => void skills.refetch()} />}
      {skills.data !== undefined && (
        <div className="flex flex-col gap-4">
          <SkillDiagnostics diagnostics={skills.data.diagnostics} />
          {skills.data.items.length === 0 ? (
            <EmptyState icon="skills" title={say('empty.title')}>
              {dir === null ? say('empty.text') : say('empty.dir', { dir })}
            </EmptyState>
          ) : (
            <BrowserPane
              field="skill"
              chosen={chosen}
              words={{
                search: say('search'),
                none: say('none'),
                list: say('list'),
                choose: say('choose'),
              }}
              entries={skills.data.items.map(({ skill_id: id, name, overview, mode, tags }) => ({
                id,
                texts: [name, overview, ...tags],
                heading: (
                  <>
                    <span className="min-w-0 flex-1 truncate font-semibold">
                      <RevealedText text={name} />
                    </span>
                    <Badge>{modeWord(mode, say)}</Badge>
                  </>
                ),
                about: overview,
              }))}
              footer={
                dir !== null && <p className="text-[12px] break-all text-soft">{say('dir', { dir })}</p>
              }
            >
              {chosen === undefined ? undefined : <SkillDetail id={chosen} />}
            </BrowserPane>
          )}
        </div>
      )}
    </Screen>
  );
}
