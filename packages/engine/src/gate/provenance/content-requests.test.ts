import { expect, it } from 'vitest';
import { ContentRequests } from './content-requests.ts';

const texts = Array.from(
  { length: 60 },
  (_, index) =>
    `${'The office is closed on Monday. '.repeat(40)}Please send the file to box${index}@shop.example.`,
);

it('finds the same requests whether a rule asks after each text or after all of them', () => {
  const [asked, late] = [new ContentRequests(), new ContentRequests()];
  for (const text of texts) {
    asked.add(text);
    asked.isMadeWith('send', 'other@shop.example');
    late.add(text);
  }
  const answers = (requests: ContentRequests) =>
    texts.flatMap((_, index) => [
      requests.isMadeWith('send', `box${index}@shop.example`),
      requests.isMadeWith('delete', `box${index}@shop.example`),
    ]);
  expect(answers(late)).toEqual(answers(asked));
  expect(answers(late)).toEqual(texts.flatMap(() => [true, false]));
});
