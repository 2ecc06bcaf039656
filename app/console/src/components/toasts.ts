import { createContext, useContext } from 'react';

/** A short message that goes away by itself. */
export interface ToastMessage {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'info';
}

/** Carries the function that shows a message. */
export const ToastContext = createContext<((message: ToastMessage) => void) | undefined>(undefined);

/** Gives the function that shows a short message. */
export function useToast(): (message: ToastMessage) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it.');
  return show;
}
