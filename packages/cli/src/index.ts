/** The public surface of the package: the command line, for programs that offer it under their own name. */
export { runCli } from './run-cli.ts';
export { EXIT, type CommandHost, type Terminal } from './command.ts';
export { main } from './main.ts';
