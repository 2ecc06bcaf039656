import { blocksOf } from './doc-pages.ts';

/** One command that a page shows. */
export interface DocCommand {
  readonly page: string;
  /** The words as a shell would split them, without the variables before them. */
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** Returns the commands of a page in order. */
export function commandsOf(page: string): readonly DocCommand[] {
  return blocksOf(page)
    .filter(({ label }) => label === 'sh' || label === 'bash')
    .flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(?:^|\s)#.*$/, ''))
    .flatMap((line) => line.split('&&'))
    .filter((line) => line.trim() !== '')
    .map((line) => readCommand(page, line));
}

function readCommand(page: string, line: string): DocCommand {
  const all = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  const first = all.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = all.slice(0, first).map((word): [string, string] => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)];
  });
  return { page, words: all.slice(first), variables: Object.fromEntries(variables) };
}
