import { CatchBoundary, type ErrorComponentProps, type ErrorRouteComponent } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
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
        <Loaded {...props} />
      </CatchBoundary>
    );
  }
  // Suspense would keep the replacement for at least 300 ms after the last one that was displayed.
  function Loaded(props: Props): ReactNode {
    const [state, setState] = useState<{ readonly failure?: unknown }>({});
    useEffect(() => {
      let isMounted = true;
      const show = (next: typeof state) => isMounted && setState(next);
      if (loader.part === undefined)
        loader.wait().then(
          () => show({}),
          (failure: unknown) => show({ failure }),
        );
      return () => {
        isMounted = false;
      };
    }, []);
    if ('failure' in state) throw state.failure;
    const Component = loader.part;
    if (Component !== undefined) return <Component {...props} />;
    return typeof waiting === 'function' ? waiting(props) : waiting;
  }
  return Object.assign(Part, { preload: () => loader.preload() });
}

function PartProblem({ error, reset }: ErrorComponentProps): ReactNode {
  return <ErrorState error={error} onRetry={reset} />;
}
