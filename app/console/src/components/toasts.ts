import { createContext, useContext } from 'react';

/** A short message that goes away by itself. */
export interface ToastMessage {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'info';
}

/** The messages that are shown, and how to show and dismiss one. */
interface Toasts {
  readonly shown: readonly (ToastMessage & { readonly id: number })[];
  readonly show: (message: ToastMessage) => void;
  readonly dismiss: (id: number) => void;
}

/** Carries the messages to the places that show them. */
export const ToastContext = createContext<Toasts | undefined>(undefined);

/** Returns the messages that are shown. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it.');
  return toasts;
}

/** Returns the function that shows a short message. */
export function useToast(): Toasts['show'] {
  return useToasts().show;
}
