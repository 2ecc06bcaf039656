import { normalize } from './normalize.ts';
import { ProgramEnvironment, type Program, type Sdk } from './program.ts';

/** The observations of a program and whether it consumed its script, or the error that it threw. */
export type Outcome =
  | { readonly observation: unknown; readonly unusedSteps: number }
  | { readonly broke: unknown };

/** Runs a program on one of the two packages. */
export async function perform(program: Program, sdk: Sdk): Promise<Outcome> {
  const stage = new ProgramEnvironment(sdk);
  try {
    const observation = normalize(await program(stage));
    return {
      observation,
      unusedSteps: stage.models.reduce((sum, { remainingSteps }) => sum + remainingSteps, 0),
    };
  } catch (error) {
    return { broke: error };
  }
}
