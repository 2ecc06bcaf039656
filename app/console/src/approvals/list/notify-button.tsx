import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { useAuditEvents } from '../../api/live/use-live.ts';
import { sendNotification } from './send-notification.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** Requests the permission for notifications, and sends one when a request arrives while the page is hidden. */
export function NotifyButton(): ReactNode {
  const t = useInboxTexts();
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  useAuditEvents((auditEvent) => {
    if (auditEvent.event !== 'approval.requested' || permission !== 'granted' || !document.hidden) return;
    // The notification contains no arguments, because locked screens display notifications.
    const body = t('notify.body', { tool: auditEvent.tool_id ?? '', risk: auditEvent.risk_level ?? '?' });
    sendNotification(t('notify.title'), { body, tag: 'sekisho-approval' });
  });
  if (permission !== 'default') return null;
  return (
    <Button small tone="quiet" onClick={() => void Notification.requestPermission().then(setPermission)}>
      {t('notify.on')}
    </Button>
  );
}
