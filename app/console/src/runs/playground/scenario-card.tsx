import type { ReactNode } from 'react';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { classNames } from '../../ui/controls/class-names.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useHasRole } from '../../access/use-session.ts';
import type { Playground } from './playground-query.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** A task for a demo agent. */
export type Scenario = Playground['scenarios'][number];

/** One task: its description, its prompt, the expected decision of the gate, and the start button. */
export function ScenarioCard(props: {
  readonly scenario: Scenario;
  readonly isOpen: boolean;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}): ReactNode {
  const t = usePlaygroundTexts();
  const { language } = usePreferences();
  const mayStart = useHasRole('approver');
  const { scenario, isOpen } = props;
  return (
    <article
      className={classNames('rounded-md border bg-card p-3.5', isOpen ? 'border-accent' : 'border-line')}
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">
            <RevealedText text={scenario.title[language]} />{' '}
            <Badge tone={scenario.kind === 'benign' ? 'good' : 'bad'}>{t(`kind.${scenario.kind}`)}</Badge>
          </h3>
          <p className="mt-0.5 text-body text-soft">
            <RevealedText text={scenario.story[language]} />
          </p>
        </div>
        <Button
          tone={isOpen ? 'plain' : 'primary'}
          small
          busy={props.isStarting}
          disabled={!mayStart}
          title={mayStart ? undefined : t('forbidden')}
          aria-label={`${t(isOpen ? 'again' : 'start')}: ${scenario.title[language]}`}
          onClick={props.onStart}
        >
          {t(isOpen ? 'again' : 'start')}
        </Button>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-small">
        <dt className="text-soft">{t('task')}</dt>
        <dd>
          <RevealedText text={scenario.task[language]} />
        </dd>
        <dt className="text-soft">{t('expect')}</dt>
        <dd>
          <RevealedText text={scenario.expect[language]} />
        </dd>
      </dl>
    </article>
  );
}
