// Runs after `npm ci`. When npm itself runs on a Node that cannot run the sources, says which Node the npm scripts use.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isNewEnough } from './node-versions.mjs';

const used = / node\/v(\S+)/.exec(` ${process.env['npm_config_user_agent'] ?? ''}`)?.[1];
if (used !== undefined && !isNewEnough(used)) {
  const own = join(import.meta.dirname, '../node_modules/.bin/node');
  const found = spawnSync(own, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1);
  console.log(
    found
      ? `Node ${used} is too old for the sources, so the npm scripts use Node ${found} from node_modules. For other programs use "npx node".`
      : `Node ${used} is too old for the sources, and Node 24 was not installed. Run "npm install-scripts approve node" and "npm ci" again.`,
  );
}
