import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** A host that starts the server, executes one turn, prints it, and waits until it is killed. */
const [bin = '', parameters = '{}'] = process.argv.slice(2);
const client = new Client({ name: 'one-turn', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
/** The client starts a second process to find out the protocol, unless the transport is a subclass. */
class SingleProcessTransport extends StdioClientTransport {}

const transport = new SingleProcessTransport({
  command: process.execPath,
  args: ['--conditions=@sekisho/source', bin],
  env: {
    OPENAI_API_KEY: process.env['OPENAI_API_KEY'] ?? '',
    OPENAI_BASE_URL: process.env['OPENAI_BASE_URL'] ?? '',
    IRIS_CONTINUITY: process.env['IRIS_CONTINUITY'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  },
});
await client.connect(transport);
const result = await client.callTool({ name: 'iris', arguments: JSON.parse(parameters) });
console.log(JSON.stringify({ result, serverPid: transport.pid }));
setInterval(() => undefined, 1000);
