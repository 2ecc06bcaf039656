import { createInterface } from 'node:readline/promises';
import { printLine } from './screen.ts';
import type { StoryOptions } from './story-options.ts';
import type { Texts } from './texts.ts';

/** Returns the decision of a person. Without a terminal the decision is "n". */
export async function askPerson({ answer }: StoryOptions, texts: Texts): Promise<'y' | 'n'> {
  if (answer !== undefined) {
    printLine(texts.answerGiven(answer));
    return answer;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    printLine(texts.noTerminal('n'));
    return 'n';
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
  });
  try {
    const typed = terminal.question(`  ${texts.question}`).catch(() => '');
    return YES.test(await Promise.race([typed, closed])) ? 'y' : 'n';
  } finally {
    terminal.close();
  }
}

const YES = /^\s*(?:y|yes|はい)\s*$/i;
