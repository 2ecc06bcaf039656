import { createContext, useContext } from 'react';

/** A short message that disappears after a few seconds. */
export interface ToastMessage {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'info';
}

/** The displayed messages, and the functions that add and dismiss one. */
interface Toasts {
  readonly shown: readonly (ToastMessage & { readonly id: number })[];
  readonly show: (message: ToastMessage) => void;
  readonly dismiss: (id: number) => void;
}

/** The context that provides the messages. */
export const ToastContext = createContext<Toasts | undefined>(undefined);

/** Returns the displayed messages. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToasts must be used inside of ToastProvider.');
  return toasts;
}

/** Returns the function that displays a short message. */
export function useToast(): Toasts['show'] {
  return useToasts().show;
}
