import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOWEST = ['accessibility', 'chat', 'decide', 'states', 'together'];

/** Starts the slowest files first, so that no worker runs alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank === -1 ? SLOWEST.length : rank;
}
