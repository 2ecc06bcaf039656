import { SekishoError } from '@sekisho/engine';
import { gateModel, gateModelProvider } from './gate-model.ts';
import { enterAgent, guardEmitter } from './patch-tool-start.ts';
import { isRecord } from './read-value.ts';
import { ambientScope } from './run-scope.ts';
import { stateRecord } from './records.ts';
import { gateTurn, pendingCalls } from './state-turn.ts';
import type { AgentsCore, Runner, RunState } from './upstream.ts';

/** Creates a scope for every loop of upstream's runner inside a gated run, however it was started. */
export function scopeRuns(original: CallableFunction, core: AgentsCore) {
  return function run(this: object, ...args: unknown[]): unknown {
    const outer = ambientScope.getStore();
    const [agent, input] = args;
    if (!outer) {
      return isGatedState(input) ? Promise.reject(foreignState()) : Reflect.apply(original, this, args);
    }
    if (this instanceof core.Runner) gateModels(this.config);
    guardEmitter(this);
    const scope = outer.nested();
    return ambientScope.run(scope, async () => {
      enterAgent(scope, agent);
      if (input instanceof core.RunState) {
        const current = input._currentAgent;
        enterAgent(scope, current);
        scope.agent = current;
        gateTurn(input);
        await scope.mediator.planResumed(scope, pendingCalls(input), itemsOf(input));
      }
      return Reflect.apply(original, this, args);
    });
  };
}

/** Delays the end of a stream until the run is stored, so that a client that read the whole stream can resume the run. */
export function delayStreamEnd(original: CallableFunction, { StreamedRunResult }: AgentsCore) {
  const raise: CallableFunction = Reflect.get(StreamedRunResult.prototype, '_raiseError');
  return function _done(this: object, ...args: unknown[]): unknown {
    const scope = ambientScope.getStore();
    if (!scope?.isOutermost) return Reflect.apply(original, this, args);
    void scope.mediator
      .streamEnded(this)
      .then((failure) => Reflect.apply(failure ? raise : original, this, failure ? [failure.error] : args));
    return undefined;
  };
}

/** Delays the failure of a stream in the same way. */
export function delayStreamFailure(original: CallableFunction) {
  return function _raiseError(this: object, ...args: unknown[]): unknown {
    const scope = ambientScope.getStore();
    if (!scope?.isOutermost) return Reflect.apply(original, this, args);
    const [error, ...rest] = args;
    void scope.mediator
      .streamEnded(this, { error })
      .then((failure) => Reflect.apply(original, this, [failure?.error ?? error, ...rest]));
    return undefined;
  };
}

/** Gates every model that upstream can choose: from the provider or from the configuration. */
function gateModels(config: Pick<Runner['config'], 'modelProvider' | 'model'>): void {
  config.modelProvider = gateModelProvider(config.modelProvider);
  if (typeof config.model === 'object') config.model = gateModel(config.model);
}

/** Approvals in a state are checked only by the gate, so a state of a gated run must not run without it. */
function isGatedState(input: unknown): boolean {
  if (!isRecord(input)) return false;
  const { owner, claim } = stateRecord(input);
  return (owner ?? claim) !== undefined;
}

const foreignState = () =>
  new SekishoError(
    'AGENTS-E-RUN-STATE',
    'This state belongs to a gated run. Resume it with run() or resumeRun() of this package.',
  );

function itemsOf(state: Pick<RunState<never, never>, '_originalInput' | '_generatedItems'>): unknown[] {
  const input = state._originalInput;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  return [...items, ...state._generatedItems];
}
