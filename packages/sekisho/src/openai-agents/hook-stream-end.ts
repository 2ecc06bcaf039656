import type { MethodHook } from './method-hook.ts';
import { ambientScope } from './run-scope.ts';
import type { AgentsCore } from './upstream.ts';

/** Delays the end of a stream until the run is stored, so that a client that read the whole stream can resume the run. */
export function streamEndHooks({ StreamedRunResult: { prototype: owner } }: AgentsCore): MethodHook[] {
  const raise: CallableFunction = Reflect.get(owner, '_raiseError');
  return [
    {
      owner,
      name: '_done',
      wrap: (original) =>
        function (...args) {
          const scope = ambientScope.getStore();
          if (scope?.path !== 'r1') return Reflect.apply(original, this, args);
          const end = async () => {
            const failure = await scope.mediator.streamEnded(this);
            Reflect.apply(failure ? raise : original, this, failure ? [failure.error] : args);
          };
          void end();
          return undefined;
        },
    },
    {
      owner,
      name: '_raiseError',
      wrap: (original) =>
        function (...args) {
          const scope = ambientScope.getStore();
          if (scope?.path !== 'r1') return Reflect.apply(original, this, args);
          const [error, ...rest] = args;
          const end = async () => {
            const failure = await scope.mediator.streamEnded(this, { error });
            Reflect.apply(original, this, [failure?.error ?? error, ...rest]);
          };
          void end();
          return undefined;
        },
    },
  ];
}
