import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './mcp-server.ts';

serveStdio(() => makeServer());
