import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { draftManifests } from '../packages/engine/src/gate/manifest/draft-manifests.ts';
import { packManifests } from '../packages/engine/src/mcp/manifest-packs.ts';
import { recordedToolsSchema } from './gate-replay/recorded-trace.ts';

const HELP = `Writes a draft manifest for each tool of a file. Read it, correct it, set "confirmed" to true, and pass it to
createRunner({ manifests }) or as extensions.manifest of the tool. A draft that was not confirmed is refused.

  npm run manifest -- --tools FILE [--out FILE]
  npm run manifest -- --pack NAME --server ID [--out FILE]

  --tools FILE   JSON: a list of {name, description, parameters, annotations}, or an object of such lists by suite.
  --pack NAME    Instead of a draft: the confirmed manifests of a published MCP server, for example filesystem.
  --server ID    The id of that server in your program.
  --out FILE     Where to write the draft; standard output if left out. An existing file is not overwritten.
  --help         Prints this text.`;

try {
  await main();
} catch (error) {
  console.error(`manifest: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tools: { type: 'string' },
      pack: { type: 'string' },
      server: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const { tools, pack, server } = values;
  if (pack !== undefined && server === undefined) throw new Error('--server ID is missing. Try --help.');
  const manifests =
    pack === undefined || server === undefined ? draftOf(tools) : await packManifests(pack, server);
  const text = `${JSON.stringify(manifests, null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(text);
  else writeFileSync(values.out, text, { flag: 'wx' });
}

function draftOf(file: string | undefined) {
  if (file === undefined) throw new Error('--tools FILE is missing. Try --help.');
  const tools = readTools(file);
  return Array.isArray(tools)
    ? draftManifests(tools)
    : Object.fromEntries(Object.entries(tools).map(([suite, list]) => [suite, draftManifests(list)]));
}

function readTools(file: string) {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON.`, { cause: error });
  }
  const parsed = recordedToolsSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${file} is not a tool file: ${parsed.error.issues[0]?.message ?? 'unknown shape'}. Try --help.`,
  );
}
