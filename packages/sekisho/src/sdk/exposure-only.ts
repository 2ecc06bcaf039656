import { SekishoError } from '../errors/sekisho-error.ts';
import type { Mediator } from './mediator.ts';

/** Stands in while a saved state is read outside of a run: tools are listed and gated, and nothing can be done with them. */
export class ExposureOnly implements Mediator {
  async expose(): Promise<void> {}
  /** Upstream repeats the searches of a state to find its tools again; their calls are decided when the run goes on. */
  async learnFound(): Promise<void> {}
  recall = () => Promise.reject(notNow());
  learn = () => Promise.reject(notNow());
  planResumed = () => Promise.reject(notNow());
  settle = () => Promise.reject(notNow());
  execute = () => Promise.reject(notNow());
  streamEnded = () => Promise.reject(notNow());
  askHost = () => Promise.reject(notNow());
  mayHostAnswer = () => false;
  ended(): void {
    throw notNow();
  }
  refuse = () => notNow();
}

const notNow = () =>
  new SekishoError('AGENTS-E-GATE-DENIED', 'Nothing can be executed while a run state is being read.');
