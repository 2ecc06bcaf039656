import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Returns a sequencer that starts these files first, so that no worker runs alone at the end. */
export function slowestFirst(names: readonly string[]): typeof BaseSequencer {
  const rankOf = ({ moduleId }: TestSpecification): number => {
    const rank = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return rank === -1 ? names.length : rank;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((one, other) => rankOf(one) - rankOf(other));
    }
  };
}
