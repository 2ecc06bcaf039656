import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readExports, type NamedExport } from './read-exports.ts';

/** The packages of the page, in its order, with what each is for. */
const PACKAGES = [
  ['engine', 'the engine, without an agent framework'],
  ['sekisho', 'the drop-in for the Agents SDK'],
  ['ai-sdk', 'the gate for the AI SDK'],
  ['langchain', 'the gate for LangChain and LangGraph'],
  ['claude-agent', 'the gate for the Claude Agent SDK'],
  ['proxy', 'the gate in front of MCP servers'],
  ['cli', 'the command sekisho'],
  ['postgres', 'the stores on PostgreSQL, and DBOS as an engine'],
  ['responses', 'the kernel of the Responses API, and its simulator'],
  ['iris', 'the MCP server'],
  ['mcp-http', 'Streamable HTTP for MCP servers'],
  ['dify-plugin', 'the runtime and the packer for Dify plugins'],
  ['create-sekisho', 'the command that creates projects'],
] as const;

/** The page docs/reference.md: every export of every package with the sentence that its source says about it. */
export function renderReference(root: string): string {
  return [
    '# Reference',
    '',
    'Every name that a package exports, with what it promises, by the file that declares it. `npm run docs:reference` creates this',
    'page from the sources; a test fails when it is out of date. The guides describe how the names are used together.',
    ...PACKAGES.flatMap(([folder, purpose]) => renderPackage(join(root, 'packages', folder), purpose)),
    '',
  ].join('\n');
}

function renderPackage(folder: string, purpose: string): string[] {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.entries<Record<string, string>>(exports).flatMap(([path, conditions]) => {
    const source = conditions['@sekisho/source'];
    return source === undefined ? [] : [{ id: join(name, path), file: join(folder, source) }];
  });
  const lines = ['', `## ${name}: ${purpose}`];
  for (const { id, file } of entries) lines.push(...renderEntry(id, file, folder));
  return lines;
}

function renderEntry(id: string, file: string, folder: string): string[] {
  const all = readExports(file);
  const ours = all.filter(({ from }) => from === undefined);
  const lines = ['', `### \`import … from '${id}'\``];
  if (ours.length > 0) lines.push('', '| file | export | kind | what it is |', '|---|---|---|---|');
  const byFile = Map.groupBy(ours, (one) => one.file);
  for (const [source, exported] of [...byFile].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    for (const [index, one] of exported.toSorted(byName).entries()) {
      const place = index === 0 ? `\`${relative(join(folder, 'src'), source)}\`` : '';
      lines.push(`| ${place} | \`${one.name}\` | ${one.kind} | ${escapeCell(one.sentence)} |`);
    }
  }
  for (const [from, theirs] of Map.groupBy(
    all.filter((one) => one.from !== undefined),
    (one) => one.from,
  )) {
    const names = theirs.toSorted(byName).map(({ name, kind }) => {
      if (name !== '*') return `\`${name}\``;
      return kind === 'type' ? 'all types' : 'all names';
    });
    lines.push('', `Exported unchanged from \`${from}\`: ${names.join(', ')}.`);
  }
  return lines;
}

function byName(one: NamedExport, other: NamedExport): number {
  return one.name < other.name ? -1 : 1;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
