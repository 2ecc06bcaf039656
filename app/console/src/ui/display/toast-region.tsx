import { useEffect, useRef, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../controls/class-names.ts';
import { Icon } from '../controls/icon.tsx';
import { useToasts, type ToastMessage } from './toasts.ts';

/**
 * Displays short messages and announces them. Errors stay until they are dismissed. The region is part of the layout
 * of the
 * page and does not overlap it, so that it covers no button.
 */
export function ToastRegion(): ReactNode {
  const { shown, dismiss } = useToasts();
  return (
    <div role="status" aria-live="polite" className="shrink-0">
      {shown.map((toast) => (
        <Toast key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </div>
  );
}

function Toast(props: { readonly toast: ToastMessage; readonly onDismiss: () => void }): ReactNode {
  const t = useShellTexts();
  const { text, tone = 'info' } = props.toast;
  const dismiss = useRef(props.onDismiss);
  dismiss.current = props.onDismiss;
  useEffect(() => {
    if (tone === 'bad') return undefined;
    const timer = setTimeout(() => dismiss.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [tone]);
  return (
    <div
      className={classNames(
        'flex items-start gap-3 border-t border-line bg-card px-4 py-2 md:px-6',
        tone === 'bad' && 'text-bad',
      )}
    >
      {tone !== 'info' && <Icon name={tone === 'good' ? 'check' : 'alert'} className="mt-1" />}
      <span className="min-w-0 flex-1">{text}</span>
      <button
        type="button"
        aria-label={t('toast.dismiss')}
        className="-mr-1 rounded p-1 text-soft"
        onClick={props.onDismiss}
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}

const SHOWN_MS = 5000;
