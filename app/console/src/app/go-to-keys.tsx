import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

/** Registers the shortcuts `G` and a letter, which open another screen. */
export function GoToKeys(): ReactNode {
  const say = useShellWords();
  const navigate = useNavigate();
  useShortcuts(
    useMemo(
      () => [
        { keys: 'g i', label: say('keys.goInbox'), run: () => void navigate({ to: '/inbox' }) },
        { keys: 'g r', label: say('keys.goRuns'), run: () => void navigate({ to: '/runs' }) },
        { keys: 'g l', label: say('keys.goAudit'), run: () => void navigate({ to: '/audit' }) },
        { keys: 'g c', label: say('keys.goChat'), run: () => void navigate({ to: '/chat' }) },
      ],
      [say, navigate],
    ),
  );
  return null;
}
