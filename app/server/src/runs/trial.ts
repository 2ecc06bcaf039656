import type { ToolManifest } from 'sekisho';
import type { Scenario } from './scenario.ts';

/** A tool of a trial. Without an effect, the gate infers effect and roles, as it does for undeclared tools. */
export type TrialTool = {
  readonly name: string;
  readonly effect: ToolManifest['effect'] | null;
  readonly trusted: boolean;
  readonly arguments: { name: string; role: ToolManifest['arguments'][string] | null }[];
};

/** A call that the model of a trial makes, the result of its tool, and what a person decides if the gate asks. */
export type TrialCall = {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly result: string;
  /** An instruction of an attacker, which is added to the result. */
  readonly injected: string;
  readonly if_asked: 'approve' | 'deny';
};

/** A task of a user, and the calls that a model makes for it. The default profile is the active one. */
export type Trial = {
  readonly task: string;
  readonly profile?: 'strict' | 'balanced' | 'fast' | undefined;
  readonly tools: TrialTool[];
  readonly calls: TrialCall[];
};

/** One call of a trial: the record of the gate's decision, whether the call ran, and what the model received. */
export type TrialStep = {
  readonly tool: string;
  readonly decision: string;
  readonly gate: Record<string, unknown>;
  readonly has_run: boolean;
  readonly received: string;
};

/** A scenario as a trial that people can change. */
export type ExampleTrial = Pick<Scenario, 'id' | 'kind' | 'title' | 'task'> & Pick<Trial, 'tools' | 'calls'>;
