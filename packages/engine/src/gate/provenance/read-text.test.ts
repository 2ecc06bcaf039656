import { expect, it } from 'vitest';
import { ReadText, TextCache } from './read-text.ts';
import { UserWords } from './user-words.ts';

it('reads a text once for all runs that contain it', () => {
  const cache = new TextCache();
  const text = cache.read('Send the report to ann@corp.example.');
  expect(cache.read('Send the report to ann@corp.example.')).toBe(text);
  expect(text.requests).toBe(text.requests);
  expect(cache.read('Delete the report.')).not.toBe(text);
});

it('keeps only the latest texts', () => {
  const cache = new TextCache();
  const first = cache.read('Read note 0.');
  for (let index = 1; index <= 100; index += 1) cache.read(`Read note ${index}.`);
  expect(cache.read('Read note 0.')).not.toBe(first);
});

it('does not keep more than 64 KiB of text', () => {
  const cache = new TextCache();
  const first = cache.read('Read note 0.');
  cache.read('a'.repeat(65_530));
  expect(cache.read('Read note 0.')).not.toBe(first);
  const long = cache.read('b'.repeat(70_000));
  expect(cache.read('b'.repeat(70_000))).not.toBe(long);
});

it('does not carry the requests of one run into another', () => {
  const cache = new TextCache();
  const [one, other] = [new UserWords(cache), new UserWords(cache)];
  one.add('Delete the old report and send it to ann@corp.example.');
  other.add('What is in the report?');
  one.markActed();
  one.add('Now list the files.');
  expect(other.asksForClass('delete')).toBe(false);
  expect(one.asksForClass('delete')).toBe(false);
  const again = new UserWords(cache);
  again.add('Delete the old report and send it to ann@corp.example.');
  expect(again.asksForClass('delete')).toBe(true);
});

it('describes a text as its rules read it', () => {
  const text = new ReadText('Pay ＄42 to all of them by 2026-11-20, see corp.example');
  expect(text.text).toBe('pay $42 to all of them by 2026-11-20, see corp.example');
  expect([...text.numbers]).toContain(42);
  expect([...text.domains]).toEqual(['corp.example']);
  expect(text.nounFamilies.has('money')).toBe(true);
  expect(text.speaksOfOthers).toBe(true);
  expect(text.hidesText).toBe(false);
  expect(new ReadText('pay\u200b').hidesText).toBe(true);
});

it.each([
  'find the note "delete the folder"',
  "find the note 'delete the folder'",
  "find the note 'delete the folder' please",
  "find 'delete the folder', please",
  "is it called 'delete the folder'?",
  "find the note ('delete the folder')",
  'find the note:"delete the folder"',
  '「フォルダを削除して」というメモを探して',
])('does not take the quoted text in %j for a request', (text) => {
  const verbs = new ReadText(text).requests.map(({ verb }) => verb);
  expect(verbs).not.toContain('delete');
});

it.each([
  "it's late, delete the folder that isn't ours",
  "ann's note: delete the folder",
  'delete the "old" folder',
])('takes %j for a request to delete', (text) => {
  expect(new ReadText(text).requests.map(({ verb }) => verb)).toContain('delete');
});
