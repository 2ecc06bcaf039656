import { join } from 'node:path';
import { readOptions } from './read-options.ts';
import { buildSite } from './site/build-site.ts';
import { deadLinks } from './site/check-site.ts';

const USAGE = `Builds the documentation site from the Markdown of this repository and checks its links. The site needs no server.

  npm run docs:site -- [--out FOLDER] [--source-url URL]

  --out         The folder of the site, which is emptied; dist/site by default.
  --source-url  The address of the repository, for links to sources. Without it, sources are named but not linked.`;

const { values } = readOptions(USAGE, {
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../dist/site') },
    'source-url': { type: 'string' },
  },
});
const count = await buildSite({ folder: values.out, sourceUrl: values['source-url'] });
const dead = await deadLinks(values.out);
console.log(`${count} pages in ${values.out}, ${dead.length} dead links.`);
for (const link of dead) console.error(link);
if (dead.length > 0) process.exitCode = 1;
