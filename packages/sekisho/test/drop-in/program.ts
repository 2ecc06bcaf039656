import type * as upstream from '@openai/agents';
import { ScriptedModel, type ScriptedModelInput } from '@openai/agents/testing';

/** The import of a program: the package of upstream, or ours. */
export type Sdk = Omit<typeof upstream, 'realtime' | 'default'>;

/** A program written against the documentation of upstream. It returns everything that it observed. */
export type Program = (stage: ProgramEnvironment) => Promise<object>;

/** Programs of one section of the documentation, by name. */
export type Programs = Readonly<Record<string, Program>>;

/** The environment of a program: one of the two packages, and scripted models. */
export class ProgramEnvironment {
  readonly sdk: Sdk;
  readonly models: ScriptedModel[] = [];

  constructor(sdk: Sdk) {
    this.sdk = sdk;
  }

  /** Creates a model that responds from a script; the program must consume the whole script. */
  readonly model = (...steps: ScriptedModelInput[]): ScriptedModel => {
    const model = new ScriptedModel(steps);
    this.models.push(model);
    return model;
  };
}
