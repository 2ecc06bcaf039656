import type * as upstream from '@openai/agents';
import { ScriptedModel, type ScriptedModelInput } from '@openai/agents/testing';

/** What a program imports: upstream's package, or ours in its place. */
export type Sdk = Omit<typeof upstream, 'realtime' | 'default'>;

/** A program written against upstream's documentation; what it returns is everything that it could observe. */
export type Program = (stage: Stage) => Promise<object>;

/** Programs of one section of the documentation, by what they show. */
export type Programs = Readonly<Record<string, Program>>;

/** Where a program runs: one of the two packages, and models that answer from a script. */
export class Stage {
  readonly sdk: Sdk;
  readonly models: ScriptedModel[] = [];

  constructor(sdk: Sdk) {
    this.sdk = sdk;
  }

  /** A model that answers from a script; the program must use it up. */
  readonly model = (...steps: ScriptedModelInput[]): ScriptedModel => {
    const model = new ScriptedModel(steps);
    this.models.push(model);
    return model;
  };
}
