import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { useNews } from '../../live/use-live.ts';
import { sendNotification } from './send-notification.ts';
import { useInboxWords } from './use-inbox-words.ts';

/** Requests the permission for notifications, and sends one when a request arrives while the page is hidden. */
export function NotifyButton(): ReactNode {
  const say = useInboxWords();
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  useNews((news) => {
    if (news.event !== 'approval.requested' || permission !== 'granted' || !document.hidden) return;
    // The notification contains no arguments, because locked screens display notifications.
    const body = say('notify.body', { tool: news.tool_id ?? '', risk: news.risk_level ?? '?' });
    sendNotification(say('notify.title'), { body, tag: 'sekisho-approval' });
  });
  if (permission !== 'default') return null;
  return (
    <Button small tone="quiet" onClick={() => void Notification.requestPermission().then(setPermission)}>
      {say('notify.on')}
    </Button>
  );
}
