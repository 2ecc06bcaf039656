import { CatchBoundary, type ErrorComponentProps, type ErrorRouteComponent } from '@tanstack/react-router';
import { Suspense, use, useEffect, type ComponentType, type ReactNode } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { PartLoader } from './part-loader.ts';

/** How a part is met before it is there. */
interface LazyPartOptions<Props> {
  /** Stands in its place while it is fetched. */
  readonly waiting?: ReactNode | ((props: Props) => ReactNode);
  /** Stands in its place when it could not be fetched or has stopped; an error state unless told otherwise. */
  readonly problem?: ErrorRouteComponent;
}

/** A component that is fetched when it is first drawn; what goes wrong in it stays in its place. */
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
