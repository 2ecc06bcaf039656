import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { modeLabel } from './mode-label.ts';
import { useSkillsTexts } from './use-skills-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** One skill: its description, limits, examples and parameters. Its texts are displayed as plain text. */
export function SkillDetail({ id }: { readonly id: string }): ReactNode {
  const t = useSkillsTexts();
  const client = useClient();
  const skill = useQuery({
    queryKey: ['skills', 'detail', id],
    queryFn: () => readResponse(client.api.skills[':skill_id'].$get({ param: { skill_id: id } })),
  });
  if (skill.isPending) return <Skeleton />;
  if (skill.isLoadingError) return <ErrorState error={skill.error} onRetry={() => void skill.refetch()} />;
  const { name, overview, tags, mode, manifest, input_schema: schema } = skill.data;
  return (
    <article className="flex flex-col gap-3 rounded-md border border-line bg-card p-4">
      <h2 className="text-section font-semibold break-words">
        <RevealedText text={name} />
      </h2>
      <p className="break-words whitespace-pre-line">
        <RevealedText text={overview} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-body">
        <dt className="text-soft">{t('mode')}</dt>
        <dd>{modeLabel(mode, t)}</dd>
        {tags.length > 0 && (
          <>
            <dt className="text-soft">{t('tags')}</dt>
            <dd className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <Badge key={tag}>
                  <RevealedText text={tag} />
                </Badge>
              ))}
            </dd>
          </>
        )}
      </dl>
      {Object.entries(manifest).map(([key, value]) => (
        <Part key={key} title={titleOf(key)} value={value} />
      ))}
      <Part title={t('schema')} value={schema} />
    </article>
  );

  function titleOf(key: string): string {
    if (key === 'usage_examples') return t('examples');
    return key === 'constraints' ? t('constraints') : key;
  }
}

function Part(props: { readonly title: string; readonly value: unknown }): ReactNode {
  const { value } = props;
  const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return null;
  const lines = Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  return (
    <section>
      <h3 className="mb-1 text-body font-semibold">
        <RevealedText text={props.title} />
      </h3>
      {lines === undefined ? (
        <pre tabIndex={0} className="max-h-80 overflow-auto rounded bg-sunken p-3 font-mono text-small">
          <RevealedText text={JSON.stringify(value, undefined, 2)} />
        </pre>
      ) : (
        <ul className="list-disc pl-5 text-body">
          {lines.map((line) => (
            <li key={line}>
              <RevealedText text={line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
