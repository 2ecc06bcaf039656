import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { ToastContext, type ToastMessage } from './toasts.ts';

/** Stores the most recent short messages. `ToastRegion` displays them. */
export function ToastProvider(props: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<readonly (ToastMessage & { readonly id: number })[]>([]);
  const next = useRef(0);
  const show = useCallback((message: ToastMessage) => {
    next.current += 1;
    const toast = { ...message, id: next.current };
    setShown((before) => [...before.slice(-3), toast]);
  }, []);
  const dismiss = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const toasts = useMemo(() => ({ shown, show, dismiss }), [shown, show, dismiss]);
  return <ToastContext value={toasts}>{props.children}</ToastContext>;
}
