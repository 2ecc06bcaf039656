import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 20;

/** Prints the slowest test files after a run of many files. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules
      .map((module) => ({ name: module.relativeModuleId, ms: timeOf(module) }))
      .toSorted((one, other) => other.ms - one.ms);
    const total = files.reduce((sum, { ms }) => sum + ms, 0);
    const lines = files.slice(0, SHOWN).map(({ name, ms }) => `${seconds(ms).padStart(9)}  ${name}`);
    process.stdout.write(
      `\n The ${SHOWN} slowest of ${files.length} files (${seconds(total)} in all workers together):\n${lines.join('\n')}\n`,
    );
  }
}

function timeOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
