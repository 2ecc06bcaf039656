import { setTimeout as wait } from 'node:timers/promises';

/** Repeats a prompt word by word, except for a few prompts that are commands. */
export async function* obey(prompt: string): AsyncGenerator<string> {
  const [order, count = '1'] = prompt.split(' ');
  switch (order) {
    case '/pid':
      yield String(process.pid);
      return;
    case '/node':
      yield process.execPath;
      return;
    case '/environment':
      yield Object.keys(process.env).toSorted().join(' ');
      return;
    case '/words':
      for (let index = 0; index < Number(count); index += 1) yield `word${index} `;
      return;
    case '/slowly':
      for (let index = 0; index < Number(count); index += 1) {
        yield `word${index} `;
        await wait(100);
      }
      return;
    case '/megabytes':
      yield 'x'.repeat(Number(count) * 1024 * 1024);
      return;
  }
  yield* prompt.split(/(?<= )/);
}
