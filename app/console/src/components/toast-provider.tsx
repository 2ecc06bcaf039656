import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { ToastContext, type ToastMessage } from './toasts.ts';

/** Shows short messages in a corner and reads them out; errors stay until they are dismissed. */
export function ToastProvider(props: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly (ToastMessage & { readonly id: number })[]>([]);
  const next = useRef(0);
  const show = useCallback((message: ToastMessage) => {
    next.current += 1;
    const toast = { ...message, id: next.current };
    setToasts((shown) => [...shown.slice(-3), toast]);
  }, []);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={show}>
      {props.children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-20 z-50 flex flex-col items-center gap-2 md:bottom-5"
      >
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast(props: { readonly toast: ToastMessage; readonly onDismiss: () => void }): ReactNode {
  const say = useShellWords();
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
        'pointer-events-auto flex max-w-lg items-start gap-3 rounded-lg border bg-card px-4 py-2.5 shadow-float',
        tone === 'bad' ? 'border-bad text-bad' : 'border-line',
      )}
    >
      {tone !== 'info' && <Icon name={tone === 'good' ? 'check' : 'alert'} className="mt-1" />}
      <span>{text}</span>
      <button
        type="button"
        aria-label={say('toast.dismiss')}
        className="-mr-1 rounded p-1 text-soft"
        onClick={props.onDismiss}
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}

const SHOWN_MS = 5000;
