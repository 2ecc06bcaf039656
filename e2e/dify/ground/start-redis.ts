import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { Service } from './service.ts';
import { startService } from './start-service.ts';

/** Starts Redis without persistence, on loopback only. */
export async function startRedis(env: Record<string, string>): Promise<Service> {
  const command = await findProgram({ name: 'redis-server', debianPackage: 'redis-server' }, env);
  const port = await freePort();
  const settings = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1', '--port', String(port)];
  return startService({ name: 'Redis', command, args: settings, port, env });
}
