import { SekishoError } from '@sekisho/engine';
import type { Mediator } from './mediator.ts';

/** The mediator while a saved state is read outside of a run: tools are listed and gated, but nothing can be executed. */
export class ReadOnlyMediator implements Mediator {
  readonly isExecuting = false;
  stageOf = () => undefined;
  async authorizeTools(): Promise<void> {}
  /** Upstream repeats the searches of a state to find its tools again. Their calls are decided when the run resumes. */
  async commitFoundTools(): Promise<void> {}
  beforeModelCall = () => Promise.reject(notExecutable());
  commitTurn = () => Promise.reject(notExecutable());
  planResumed = () => Promise.reject(notExecutable());
  applyHostDecision = () => Promise.reject(notExecutable());
  execute = () => Promise.reject(notExecutable());
  streamEnded = () => Promise.reject(notExecutable());
  requestHostApproval = () => Promise.reject(notExecutable());
  mayHostApprove = () => false;
  recordResult(): void {
    throw notExecutable();
  }
  refuse = () => notExecutable();
}

const notExecutable = () =>
  new SekishoError('AGENTS-E-GATE-DENIED', 'Nothing can be executed while a run state is being read.');
