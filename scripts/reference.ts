import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderReference } from './render-reference.ts';

const root = join(import.meta.dirname, '..');
const page = renderReference(root);
await writeFile(join(root, 'docs/reference.md'), page);
console.log(`docs/reference.md: ${page.match(/^\| .*`\w+` \|/gm)?.length ?? 0} exports.`);
