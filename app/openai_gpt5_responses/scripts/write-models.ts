import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelRegistry } from '@sekisho/responses';
import { renderModelFiles } from '../models/llm/render-model-files.ts';

const folder = join(import.meta.dirname, '../models/llm');
const files = renderModelFiles(new ModelRegistry());
const old = (await readdir(folder)).filter((name) => name.endsWith('.yaml') && !files.has(name));
for (const name of old) await rm(join(folder, name));
for (const [name, text] of files) await writeFile(join(folder, name), text);
process.stdout.write(`${files.size - 1} models written, ${old.length} removed.\n`);
