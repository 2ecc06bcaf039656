import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatPlainDate, todayInJapan } from '../../../../server/src/processes/schedule/plain-date.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Screen } from '../../ui/display/screen.tsx';
import { DAYS_TO_GOAL } from '../goal.ts';
import { TemplatesPanel } from './templates-panel.tsx';

/** The templates. A case that is started from one is opened on its own screen. */
export function TemplatesScreen(): ReactNode {
  const t = useShellTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [standard] = useState(() => formatPlainDate(todayInJapan(Date.now()) + DAYS_TO_GOAL));
  return (
    <Screen title={t('nav.templates')}>
      <TemplatesPanel
        goalDate={search['goal'] ?? standard}
        onStarted={(caseId) => navigate({ to: '/chat/cases/$caseId', params: { caseId } })}
      />
    </Screen>
  );
}
