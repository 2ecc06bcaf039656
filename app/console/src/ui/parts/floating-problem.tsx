import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '../display/error-state.tsx';

/** Replaces a dialog that could not be loaded. */
export function FloatingProblem({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <div className="fixed top-1/2 left-1/2 z-50 w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-md border border-line bg-card shadow-float">
      <ErrorState error={error} onRetry={reset} />
    </div>
  );
}
