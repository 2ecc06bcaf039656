import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { InferResponseType } from 'hono/client';
import type { ReactNode } from 'react';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { BrowserPane } from '../../ui/display/browser-pane.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useWideScreen } from '../../ui/display/use-media-query.ts';
import { modeLabel } from './mode-label.ts';
import { SkillDetail } from './skill-detail.tsx';
import { SkillDiagnostics } from './skill-diagnostics.tsx';
import { useSkillsTexts } from './use-skills-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** The skills, their problems, and the details of the selected skill. */
export function SkillsScreen(): ReactNode {
  const t = useSkillsTexts();
  const client = useClient();
  const skills = useQuery({
    queryKey: ['skills', 'list'],
    queryFn: () => readResponse(client.api.skills.$get()),
  });
  return (
    <Screen title={t('title')}>
      {skills.isPending && <Skeleton />}
      {skills.isLoadingError && <ErrorState error={skills.error} onRetry={() => void skills.refetch()} />}
      {skills.data !== undefined && <Skills {...skills.data} />}
    </Screen>
  );
}

/** How the server gets a folder of skills. */
const EXAMPLE = 'SKILLS_DIR=./skills npm start';

function Skills({
  dir,
  items,
  diagnostics,
}: InferResponseType<ConsoleClient['api']['skills']['$get'], 200>): ReactNode {
  const t = useSkillsTexts();
  const search = useSearch({ strict: false });
  // A wide screen has space for a skill beside the list, so the first one is displayed.
  const isWide = useWideScreen();
  const chosen = search['skill'] ?? (isWide ? items[0]?.skill_id : undefined);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="flex flex-col gap-4">
      {items.length + errors > 0 && (
        <p role="status" className="text-section font-semibold">
          {t('summary', { count: items.length, errors })}
        </p>
      )}
      <SkillDiagnostics diagnostics={diagnostics} />
      {items.length === 0 ? (
        <EmptyState
          icon="skills"
          title={t('empty.title')}
          action={dir === null && <CopyButton text={EXAMPLE} label={t('empty.copy', { text: EXAMPLE })} />}
        >
          {dir === null ? t('empty.text') : t('empty.dir', { dir })}
        </EmptyState>
      ) : (
        <BrowserPane
          field="skill"
          chosen={chosen}
          labels={{
            search: t('search'),
            none: t('none'),
            list: t('list'),
            choose: t('choose'),
          }}
          entries={items.map(({ skill_id: id, name, overview, mode, tags }) => ({
            id,
            texts: [name, overview, ...tags],
            heading: (
              <>
                <span className="min-w-0 flex-1 truncate font-semibold">
                  <RevealedText text={name} />
                </span>
                <Badge>{modeLabel(mode, t)}</Badge>
              </>
            ),
            about: overview,
          }))}
          footer={dir !== null && <p className="text-small break-all text-soft">{t('dir', { dir })}</p>}
        >
          {chosen === undefined ? undefined : <SkillDetail id={chosen} />}
        </BrowserPane>
      )}
    </div>
  );
}
