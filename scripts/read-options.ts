import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the options of a developer program. `--help` prints the usage and exits with 0; an unknown option prints it and
 * exits with 2.
 */
export function readOptions<Config extends ParseArgsConfig>(usage: string, config: Config) {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), usage);
  }
}

/** Ends the program because of invalid options. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}
