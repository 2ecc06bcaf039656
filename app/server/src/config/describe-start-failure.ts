import type { Settings } from './env.ts';

/**
 * Returns why the server did not start, with the setting that solves it. Values of settings that can be secret are
 * never included.
 */
export function describeStartFailure(error: unknown, settings?: Pick<Settings, 'port' | 'host'>): string {
  if (!(error instanceof Error)) return 'An unknown error occurred.';
  const code = 'code' in error ? error.code : undefined;
  if (settings === undefined || !('syscall' in error) || error.syscall !== 'listen') return error.message;
  const { port, host } = settings;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program. Stop that program, or set PORT to another number, for example PORT=${port === 65_535 ? port - 1 : port + 1}.`;
    case 'EACCES':
      return `This user may not use port ${port} of ${host}. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set HOST to an address of this machine, for example HOST=127.0.0.1.`;
    default:
      return error.message;
  }
}
