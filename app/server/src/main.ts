import { serve } from '@hono/node-server';
import { readSettings } from './config/env.ts';
import { createService } from './create-service.ts';

const settings = readSettings();
const write = (line: string) => void process.stdout.write(`${line}\n`);
const { app, close } = createService(settings, { log: write });
const server = serve(
  { fetch: app.fetch, port: settings.port, hostname: settings.host },
  ({ address, port }) => write(JSON.stringify({ event: 'listening', address, port, mode: settings.mode })),
);
const stop = () => {
  server.close(() => close());
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
