import { createPrivateKey } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatPublicKey } from '../packages/dify-plugin/src/packer/index.ts';
import { buildPluginPackage } from './dify/build-plugin-package.ts';

const HELP = `Builds the Dify plugins into .difypkg files: one bundle each, checked, the same bytes every time.

  npm run dify:package -- [--plugin A|B] [--out DIR] [--sign KEY.pem [--time SECONDS]] [--without-node-wheel]

  --plugin A|B           A: openai_gpt5_responses, B: gpt5_agent_strategies; both if left out.
  --out DIR              Where to write; dist/dify if left out.
  --sign KEY.pem         Signs with this RSA key, and writes its public half beside the packages for the daemon.
  --time SECONDS         The time in the signature, in seconds since 1970; now if left out.
  --without-node-wheel   Leaves Node out of requirements.txt; the plugin then needs a "node" on the daemon's PATH.
  --help                 Prints this text.`;

const PLUGINS: Readonly<Record<string, string>> = { A: 'openai_gpt5_responses', B: 'gpt5_agent_strategies' };
const root = join(import.meta.dirname, '..');

try {
  await main();
} catch (error) {
  console.error(`dify:package: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      plugin: { type: 'string', multiple: true, default: Object.keys(PLUGINS) },
      out: { type: 'string', default: join(root, 'dist/dify') },
      sign: { type: 'string' },
      time: { type: 'string' },
      'without-node-wheel': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const privateKey = values.sign === undefined ? undefined : createPrivateKey(await readFile(values.sign));
  const time = values.time === undefined ? Math.floor(Date.now() / 1000) : Number(values.time);
  if (!Number.isSafeInteger(time) || time < 0) throw new Error('--time must be whole seconds since 1970.');
  await mkdir(values.out, { recursive: true });
  for (const plugin of values.plugin) {
    const result = await buildPluginPackage({
      root,
      folder: join(root, 'app', findFolder(plugin)),
      withNodeWheel: !values['without-node-wheel'],
      ...(privateKey && { signing: { privateKey, time } }),
    });
    if (!result.ok) {
      for (const { file, where, problem } of result.problems) console.error(`${file} ${where}: ${problem}`);
      throw new Error(`${findFolder(plugin)} has ${result.problems.length} problems.`);
    }
    const file = join(values.out, toFileName(result.identifier));
    await writeFile(file, result.bytes);
    console.log(`${file}\n  ${result.identifier}\n  ${result.bytes.length} bytes`);
  }
  if (privateKey) await writeFile(join(values.out, 'public-key.pem'), formatPublicKey(privateKey));
}

function findFolder(plugin: string): string {
  // Own properties only: a plugin named "constructor" must not find Object.prototype.
  const folder = Object.hasOwn(PLUGINS, plugin) ? PLUGINS[plugin] : undefined;
  if (folder === undefined) throw new Error(`There is no plugin "${plugin}"; choose A or B.`);
  return folder;
}

// `author/name:version@checksum` becomes `name-version.difypkg`.
function toFileName(identifier: string): string {
  const [name, version] = basename(identifier).split('@')[0]?.split(':') ?? [];
  return `${name}-${version}.difypkg`;
}
