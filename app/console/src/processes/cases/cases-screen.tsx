import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useCalendar } from '../use-calendar.ts';
import { usePlanView } from '../use-plan-view.ts';
import { CasesPanel } from './cases-panel.tsx';

const CaseView = lazyPart(() => import('./case-view.tsx').then((file) => file.CaseView), {
  waiting: <Skeleton />,
});

/** The running cases, or one of them. */
export function CasesScreen(): ReactNode {
  const t = useShellTexts();
  const { caseId } = useParams({ strict: false });
  const plan = usePlanView();
  const { today, holidays, error, retry } = useCalendar(caseId !== undefined);
  return (
    <Screen title={t('nav.cases')}>
      {caseId === undefined && <CasesPanel />}
      {caseId !== undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {caseId !== undefined && error === null && holidays === undefined && <Skeleton />}
      {caseId !== undefined && holidays !== undefined && (
        <CaseView key={caseId} id={caseId} {...plan} today={today} holidays={holidays} />
      )}
    </Screen>
  );
}
