import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolDescription } from '../contracts/tool-call-request.ts';
import type { Mediator } from './mediator.ts';
import type { PlannedCall, RawCall } from './planned-call.ts';
import type { AnyAgent } from './upstream.ts';

/** One loop of upstream's runner inside a gated run: the outermost, or one nested in a tool. */
export class RunScope {
  readonly mediator: Mediator;
  /** The way from the outermost loop down to this one; part of every key, so that replays agree. */
  readonly path: string;
  /** The agent whose turn it is, as the hooks saw it last. */
  agent: AnyAgent | undefined;
  /** What the model of this turn was shown, by wire name. */
  tools: ReadonlyMap<string, ToolDescription> = new Map();
  handoffs: ReadonlyMap<string, ToolDescription> = new Map();
  /** The tools among them that the provider executes. */
  providerTools: ReadonlySet<string> = new Set();
  /** The agent to which the last transfer went that passed the gate. */
  transferredTo: unknown;
  /** The calls of the current turn, by call id. */
  calls: ReadonlyMap<string, PlannedCall> = new Map();
  /** The calls of the current turn that are for none of the tools that were shown; a search may bring them in. */
  unresolved: readonly RawCall[] = [];
  modelCalls = 0;
  /** Whether this is the scope of a body: what the program does there belongs to the call that was allowed. */
  readonly isBody: boolean;
  #children = 0;

  constructor(mediator: Mediator, path: string, isBody = false) {
    this.mediator = mediator;
    this.path = path;
    this.isBody = isBody;
  }

  /** The scope of the next loop that starts inside this one. */
  nested(): RunScope {
    this.#children += 1;
    return new RunScope(
      this.mediator,
      this.path === '' ? `r${this.#children}` : `${this.path}/r${this.#children}`,
    );
  }

  /** The scope in which the body of one call runs. */
  within(call: PlannedCall): RunScope {
    return new RunScope(this.mediator, call.key, true);
  }
}

/**
 * The scope of whatever runs now; empty outside gated runs, where every hook does nothing.
 * It is the one piece of module state here: upstream offers no parameter that reaches all the places we hook.
 */
export const ambientScope = new AsyncLocalStorage<RunScope>();

/** Whether a scope is the loop that the host started: the first one inside the root scope. */
export const isOutermost = (scope: RunScope) => scope.path === 'r1';
