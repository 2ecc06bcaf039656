import { acceptEverybody } from '@sekisho/mcp-http';
import { serveHttp } from '../../src/http/serve-http.ts';
import { fixtureSurface } from './fixture-surface.ts';

/** Serves the fixtures manually: `node --conditions=@sekisho/source test/conformance/serve-fixtures.ts 9123`. */
const server = await serveHttp(fixtureSurface, {
  authenticate: acceptEverybody,
  port: Number(process.argv[2] ?? '0'),
  requestsPerMinute: 100_000,
});
console.log(server.url);
