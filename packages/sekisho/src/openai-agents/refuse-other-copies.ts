import { EventEmitter } from 'node:events';
import type { ErrorCode } from '@sekisho/engine';
import { isOfHookedCopy } from './hooked-copies.ts';
import { installMethodHooks } from './method-hook.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import { callingCopy, nameOfCopy, DUPLICATE_COPY_HINT, otherInstalledCopies, ownCopy } from './sdk-copies.ts';

/**
 * Rejects every run of a copy of the Agents SDK without hooks inside a gated run, whatever its version and however it was
 * loaded. All copies announce the start of an agent and of a tool through Node's EventEmitter, synchronously and before the
 * model is called or the tool runs, and an exception there ends their run. Events of other emitters are unchanged.
 */
export function refuseOtherCopies(): void {
  if (isWatching) return;
  installMethodHooks([
    {
      owner: EventEmitter.prototype,
      name: 'emit',
      wrap: (original) =>
        function emit(...args) {
          // Access by index, because destructuring would add about 80 ns to every event of the process.
          const event = args[0];
          if (event === 'agent_start' || event === 'agent_tool_start') requireHookedContext(args[1]);
          return Reflect.apply(original, this, args);
        },
    },
  ]);
  isWatching = true;
}

let isWatching = false;

/** Throws for an agent of another copy, because its tools do not pass the gate. */
export function requireHookedAgent(scope: RunScope, agent: unknown): void {
  const isAgent = typeof Reflect.get(Object(agent), 'getAllTools') === 'function';
  if (!isAgent || isOfHookedCopy(agent, 'Agent')) return;
  const name = String(Reflect.get(Object(agent), 'name'));
  const others = otherInstalledCopies().map(nameOfCopy);
  const where = others.length > 0 ? ` Other installed copies: ${others.join(', ')}.` : '';
  throw refuse(
    scope,
    name,
    `Agent "${name}" was created by another copy of the Agents SDK. Only ${nameOfCopy(ownCopy())} has the hooks.${where}`,
  );
}

/** Throws for the context of another copy. It is the first argument for listeners and an instance of the copy's own class. */
function requireHookedContext(context: unknown): void {
  const scope = ambientScope.getStore();
  const isRunContext = typeof Reflect.get(Object(context), 'isToolApproved') === 'function';
  if (!scope || !isRunContext || isOfHookedCopy(context, 'RunContext')) return;
  const other = callingCopy();
  throw refuse(
    scope,
    '',
    `${other ? nameOfCopy(other) : 'Another copy of the Agents SDK'} started an agent inside a gated run; only ${nameOfCopy(ownCopy())} has the hooks.`,
  );
}

function refuse(scope: RunScope, wireName: string, why: string): Error {
  const call = { callId: '', wireName, rawArguments: '', type: 'function_call' } as const;
  return scope.mediator.refuse(call, `${why} ${DUPLICATE_COPY_HINT}`, { code: CODE });
}

const CODE: ErrorCode = 'AGENTS-E-SDK-COPY';
