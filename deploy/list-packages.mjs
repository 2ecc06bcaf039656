// Prints the packed files that the image contains: the console with its dependencies, and no adapters for other frameworks.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder] = process.argv;
const WANTED = /^sekisho-(?:\d|(?:cli|console|engine|iris|mcp-http|postgres|proxy|responses)-\d)/;
const files = readdirSync(folder).filter((name) => WANTED.test(name));
process.stdout.write(files.map((name) => join(folder, name)).join(' '));
