import { z } from 'zod';
import { forward } from './forward.ts';

// Runs inside a network namespace and forwards connections between loopback and Unix sockets until its input closes.
const placeSchema = z.union([z.object({ port: z.int() }), z.object({ path: z.string() })]);
const routes = z.array(z.tuple([placeSchema, placeSchema])).parse(JSON.parse(process.argv[2] ?? '[]'));

for (const [from, to] of routes) await forward(from, to);
process.stdout.write('ready\n');
process.stdin.resume().once('end', () => process.exit(0));
