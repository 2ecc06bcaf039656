import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';

/** Registers the shortcuts `G` and a letter, which open another screen. */
export function GoToKeys(): ReactNode {
  const t = useShellTexts();
  const navigate = useNavigate();
  useShortcuts(
    useMemo(
      () => [
        { keys: 'g i', label: t('keys.goInbox'), run: () => void navigate({ to: '/inbox' }) },
        { keys: 'g r', label: t('keys.goRuns'), run: () => void navigate({ to: '/runs' }) },
        { keys: 'g l', label: t('keys.goAudit'), run: () => void navigate({ to: '/audit' }) },
        { keys: 'g c', label: t('keys.goChat'), run: () => void navigate({ to: '/chat' }) },
      ],
      [t, navigate],
    ),
  );
  return null;
}
