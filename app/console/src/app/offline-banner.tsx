import type { ReactNode } from 'react';
import { formatClock } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { useShellTexts } from '../i18n/use-texts.ts';
import { useLive } from '../api/live/use-live.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Icon } from '../ui/controls/icon.tsx';

/** Displays that the data on the screen may be outdated, and since when. It ignores short interruptions. */
export function OfflineBanner(): ReactNode {
  const t = useShellTexts();
  const { language } = usePreferences();
  const { state, since } = useLive();
  const now = useNow();
  const isLate = state === 'lost' && since !== undefined && now - since > PATIENCE_MS;
  return (
    <div role="status">
      {isLate && (
        <p className="flex items-center gap-2 border-b border-line bg-warn-tint px-4 py-2 text-body text-warn">
          <Icon name="alert" />
          {t('state.offline', { time: formatClock(since, language) })}
        </p>
      )}
    </div>
  );
}

const PATIENCE_MS = 1500;
