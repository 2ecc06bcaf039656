import { describe, expect, it } from 'vitest';
import { carriesData } from './carries-data.ts';
import { ManifestRegistry } from './manifest/manifest-registry.ts';
import { leavesOf } from './provenance/leaves-of.ts';
import { RunHistory } from './provenance/run-history.ts';

const MAIL =
  'Your code is 48213377 and the short one 4821337. Rooms 7, 8 and 9 are free for the Globex merger.';

function carries(user: string, tool: string, args: object): boolean {
  const history = new RunHistory();
  history.addUserText(user);
  history.addToolResult({ toolId: 'read_mail', args: {}, output: MAIL, trusted: false });
  const known = new ManifestRegistry().lookUp({ id: tool, name: tool });
  return carriesData(known, leavesOf(args, 100) ?? [], history);
}

describe('a read that carries data of a mail to others', () => {
  it.each([
    ['in an argument for context', 'get_forecast', { city: 'Rome', context: '48213377' }],
    ['in a link', 'get_page', { url: 'https://x.example/4821337' }],
    ['in a link without encryption', 'get_page', { url: 'HTTP://x.example/4821337' }],
    ['in a query that the user did not ask for', 'look_up_dictionary', { query: 'word 48213377' }],
  ])('is found %s', (_where, tool, args) => {
    expect(carries('What is new?', tool, args)).toBe(true);
  });

  it.each([
    ['a short value', 'What is new?', 'get_forecast', { context: '4821337' }],
    ['a short link', 'What is new?', 'get_page', { url: 'https://x.example/482133' }],
    ['single digits', 'What is new?', 'get_forecast', { context: '7, 8 and 9' }],
    ['a code of the user', 'What does 48213377 mean?', 'get_forecast', { context: 'code=48213377' }],
    ['words of the user', 'Any news of the Globex merger?', 'search_news', { query: 'news: Globex merger' }],
    [
      'a link of the user with a comma inside of it and a full stop after it',
      'Open https://x.example/4821337,a today.',
      'get_page',
      { url: 'https://x.example/4821337,a.' },
    ],
    [
      'a text that the user asks to translate',
      'Übersetze das bitte.',
      'get_translation',
      { text: 'word 48213377' },
    ],
    ['other arguments', 'What is new?', 'get_user', { query: 'word 48213377' }],
  ])('is not %s', (_what, user, tool, args) => {
    expect(carries(user, tool, args)).toBe(false);
  });
});
