import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The options of a program for developers. `--help` tells how it is called and ends it; so does what it does not know, as
 * a mistake.
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

/** Ends a program that was called in a way that it does not understand. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}
