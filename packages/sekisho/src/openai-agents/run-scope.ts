import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolDescription } from '@sekisho/engine';
import type { Mediator } from './mediator.ts';
import type { GatedCall, UpstreamCall } from './upstream-call.ts';
import type { AnyAgent } from './upstream.ts';

/** One loop of upstream's runner inside a gated run: the outermost one, or one nested in a tool. */
export class RunScope {
  readonly mediator: Mediator;
  /** The path from the outermost loop to this one. It is part of every key, so that replays use the same keys. */
  readonly path: string;
  /** The current agent, as the hooks last saw it. */
  agent: AnyAgent | undefined;
  /** The tools of this turn's request to the model, by wire name. */
  tools: ReadonlyMap<string, ToolDescription> = new Map();
  handoffs: ReadonlyMap<string, ToolDescription> = new Map();
  /** The tools among them that the provider executes. */
  providerTools: ReadonlySet<string> = new Set();
  /** The agent of the last handoff that passed the gate. */
  transferredTo: unknown;
  /** The calls of the current turn, by call id. */
  calls: ReadonlyMap<string, GatedCall> = new Map();
  /** The calls of the current turn without a listed tool. A search may add their tools. */
  unresolved: readonly UpstreamCall[] = [];
  modelCalls = 0;
  /** Whether this is the scope of a tool body: the code in it belongs to the allowed call. */
  readonly isBody: boolean;
  #children = 0;

  constructor(mediator: Mediator, path: string, isBody = false) {
    this.mediator = mediator;
    this.path = path;
    this.isBody = isBody;
  }

  /** Returns the scope of the next loop that starts inside this one. */
  nested(): RunScope {
    this.#children += 1;
    return new RunScope(
      this.mediator,
      this.path === '' ? `r${this.#children}` : `${this.path}/r${this.#children}`,
    );
  }

  /** Returns the scope in which the body of one call runs. */
  within(call: GatedCall): RunScope {
    return new RunScope(this.mediator, call.key, true);
  }
}

/**
 * The scope of the current asynchronous context. It is empty outside of gated runs, where every hook does nothing.
 * It is module state because upstream has no parameter that reaches all hooked methods.
 */
export const ambientScope = new AsyncLocalStorage<RunScope>();

/** Returns whether a scope is the loop that the host started: the first one inside the root scope. */
export const isOutermost = (scope: RunScope) => scope.path === 'r1';
