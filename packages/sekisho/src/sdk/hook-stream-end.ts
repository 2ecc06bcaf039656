import { replaceMethod } from './replace-method.ts';
import { ambientScope } from './run-scope.ts';
import type { AgentsCore } from './upstream.ts';

/** The end of a stream is held back until the run is stored, so that whoever read it to the end can resume it. */
export function hookStreamEnd(core: AgentsCore): void {
  const { prototype } = core.StreamedRunResult;
  const raise: unknown = Reflect.get(prototype, '_raiseError');
  replaceMethod(
    prototype,
    '_done',
    (original) =>
      function (...args) {
        const scope = ambientScope.getStore();
        if (scope?.path !== 'r1') return Reflect.apply(original, this, args);
        void scope.mediator.streamEnded(this).then((failure) => {
          if (failure && typeof raise === 'function') Reflect.apply(raise, this, [failure.error]);
          else Reflect.apply(original, this, args);
        });
        return undefined;
      },
  );
  replaceMethod(
    prototype,
    '_raiseError',
    (original) =>
      function (...args) {
        const scope = ambientScope.getStore();
        if (scope?.path !== 'r1') return Reflect.apply(original, this, args);
        const [error, ...rest] = args;
        void scope.mediator.streamEnded(this, { error }).then((failure) => {
          Reflect.apply(original, this, [failure?.error ?? error, ...rest]);
        });
        return undefined;
      },
  );
}
