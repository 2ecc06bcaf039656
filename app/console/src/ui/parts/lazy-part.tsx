import { CatchBoundary, type ErrorComponentProps, type ErrorRouteComponent } from '@tanstack/react-router';
import { Suspense, use, useEffect, type ComponentType, type ReactNode } from 'react';
import { ErrorState } from '../display/error-state.tsx';
import { PartLoader } from './part-loader.ts';

/** The replacements of a part that is not loaded. */
interface LazyPartOptions<Props> {
  /** Displayed while the part is loaded. */
  readonly waiting?: ReactNode | ((props: Props) => ReactNode);
  /** Displayed when the part could not be loaded or has thrown; an error state by default. */
  readonly problem?: ErrorRouteComponent;
}

/** Creates a component that is loaded when it is first rendered. Its errors do not affect the rest of the screen. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, problem = PartProblem }: LazyPartOptions<Props> = {},
) {
  const loader = new PartLoader(load);
  function Part(props: Props): ReactNode {
    useEffect(() => () => loader.forgetFailure(), []);
    return (
      <CatchBoundary getResetKey={() => 'part'} errorComponent={problem}>
        <Suspense fallback={typeof waiting === 'function' ? waiting(props) : waiting}>
          <Loaded {...props} />
        </Suspense>
      </CatchBoundary>
    );
  }
  function Loaded(props: Props): ReactNode {
    const Component = loader.part ?? use(loader.wait());
    return <Component {...props} />;
  }
  return Object.assign(Part, { preload: () => loader.preload() });
}

function PartProblem({ error, reset }: ErrorComponentProps): ReactNode {
  return <ErrorState error={error} onRetry={reset} />;
}
