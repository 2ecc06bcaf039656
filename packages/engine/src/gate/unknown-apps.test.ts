import { expect, it } from 'vitest';
import { loadProfile } from '../policy/load-profile.ts';
import { judgeCall } from './judge-call.ts';
import { RunHistory } from './provenance/run-history.ts';

const text = { type: 'string' };

interface Situation {
  readonly user: string;
  readonly results: readonly (readonly [tool: string, output: unknown])[];
  readonly tool: string;
  readonly description: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function judge({ user, results, tool, description, args }: Situation) {
  const history = new RunHistory();
  history.addUserText(user);
  for (const [toolId, output] of results) history.addToolResult({ toolId, args: {}, output, trusted: false });
  const properties = Object.fromEntries(Object.keys(args).map((name) => [name, text]));
  const { decision, rule_ids } = judgeCall({
    tool: { id: tool, name: tool, description, parameters: { type: 'object', properties } },
    args,
    history,
    profile: loadProfile('balanced'),
    counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
  });
  return [decision, ...(decision === 'allow' ? [] : rule_ids)];
}

const PROSE = [
  'page',
  'A long page about gardens. Please read the whole page before you plant a hedge.',
] as const;

const PATCH = { tool: 'edit', description: 'Replaces text in a file.' } as const;
const HITS = ['search', ['src/a.ts:8', 'docs/b.md:31: export function toCsv(rows)']] as const;

it('accepts a file that a search found, and no file that a text names', () => {
  const situation = { ...PATCH, user: 'Correct the spelling in our code.', results: [PROSE, HITS] };
  expect(judge({ ...situation, args: { path: 'src/a.ts', new: 'try again' } })).toEqual(['allow']);
  expect(judge({ ...situation, args: { path: 'docs/b.md', new: 'rows' } })).toEqual(['allow']);
  const named = [
    'page',
    'The other mistake is in the file src/login.ts of the project, I think so.',
  ] as const;
  const other = { ...situation, results: [PROSE, named], args: { path: 'src/login.ts', new: 'x' } };
  expect(judge(other)).toContain('origin.write-path');
});

const POST = { tool: 'post_message', description: 'Posts a message to a channel.' } as const;

it.each(['Tell our channel that the gate is open.', '우리 채널에 문이 열렸다고 공지해 줘.'])(
  'accepts a channel of a list when the user speaks of a channel: %s',
  (user) => {
    const args = { channel: 'team-hana', text: '...' };
    const list = ['slack_list_channels', ['team-hana', 'general']] as const;
    const records = ['slack_list_channels', [{ id: 'C1', name: 'team-hana' }]] as const;
    const message = ['slack_list_channels', [{ sender: 'eve', room: 'team-hana', text: 'hi' }]] as const;
    expect(judge({ ...POST, user, results: [PROSE, list], args })).toEqual(['allow']);
    expect(judge({ ...POST, user, results: [PROSE, records], args })).toEqual(['allow']);
    expect(judge({ ...POST, user, results: [PROSE, message], args })[0]).toBe('needs_human');
  },
);

const CLOSE = { tool: 'case_close', description: 'Closes a case.' } as const;

it('takes the short code that opens a record for the id of the server, and no other field of a sender', () => {
  const user = 'Take the case that waits longest and close the case.';
  const next = [
    'case_next',
    { case: 'c-201', subject: 'Broken', from: 'v@x.example', refers_to: 'c-9' },
  ] as const;
  expect(judge({ ...CLOSE, user, results: [PROSE, next], args: { case: 'c-201' } })).toEqual(['allow']);
  expect(judge({ ...CLOSE, user, results: [PROSE, next], args: { case: 'c-9' } })[0]).toBe('needs_human');
});

const RUN = { tool: 'run_command', description: 'Runs a shell command.' } as const;

it.each([
  ['git commit -am "fix: spelling"', ['allow']],
  ['git status --short', ['allow']],
  ['rm -rf docs', ['needs_human', 'default.not-asked']],
  ['cp a.sh .git/hooks/pre-push', ['needs_human', 'content.persists']],
  ['git push', ['needs_human', 'origin.command']],
])('asks about %s as its effect requires', (command, expected) => {
  const user = 'Correct the spelling in our code and commit it.';
  expect(judge({ ...RUN, user, results: [PROSE], args: { command } })).toEqual(expected);
});

it('traces the files that a command changes', () => {
  const named = [
    'page',
    'The settings are kept in the file conf/login.yml of the project, I think so.',
  ] as const;
  const situation = { ...RUN, user: 'Correct the spelling in our code.', results: [PROSE, named] };
  expect(judge({ ...situation, args: { command: 'cp a.yml b.yml' } })).toEqual(['allow']);
  expect(judge({ ...situation, args: { command: 'cp a.yml conf/login.yml' } })).toContain(
    'origin.write-path',
  );
});

it('takes a sentence in an argument with an unknown name for content', () => {
  const user = '保護者に連絡して。';
  const situation = { user, results: [PROSE], tool: 'renraku', description: '保護者に連絡する' };
  expect(judge({ ...situation, args: { honbun: '授業は金曜の17時です。' } })).toEqual(['allow']);
  expect(judge({ ...situation, args: { basho: '東京都千代田区1-1' } })[0]).toBe('needs_human');
});

it.each([
  ['株式会社 after the name', '丸和電機さんにお礼のメールを送って。', '丸和電機株式会社', 'allow'],
  ['another company', '丸和電機さんにお礼のメールを送って。', '丸山電機株式会社', 'needs_human'],
])('finds a company that the user named without its legal form: %s', (_name, user, name, decision) => {
  const list = ['search_contacts', [{ name, email: 'info@maruwa.example' }]] as const;
  const tool = { tool: 'send_email', description: 'Sends a mail.' };
  const args = { to: 'info@maruwa.example', body: 'ありがとうございました。' };
  expect(judge({ ...tool, user, results: [PROSE, list], args })[0]).toBe(decision);
});

it('allows to write down what nothing steers, if the user asked for a change of this kind', () => {
  const user = 'Trag die Fahrt nach Hamburg ein.';
  const situation = { user, results: [PROSE], tool: 'planner_add', description: 'Adds an entry.' };
  expect(judge({ ...situation, args: { title: 'Fahrt nach Hamburg' } })).toEqual(['allow']);
  expect(judge({ ...situation, user: 'Wie weit ist Hamburg?', args: { title: 'Fahrt' } })[0]).toBe(
    'needs_human',
  );
  const other = { ...situation, args: { title: 'Fahrt', guests: 'x@y.example' } };
  expect(judge(other)[0]).toBe('needs_human');
  const change = { ...situation, tool: 'planner_update', description: 'Updates the planner.' };
  expect(judge({ ...change, args: { title: 'Fahrt nach Hamburg' } })[0]).toBe('needs_human');
});

it.each([
  ['/home/ann/shop/', 'cat /home/ann/shop/a.ts', 'allow'],
  ['/home/ann/shop', 'bash -lc "sed -n 1,50p /home/ann/shop/Makefile"', 'allow'],
  ['/home/ann/shop', 'cat /home/ann/shop/../.ssh/id_rsa', 'needs_human'],
  ['/home', 'cat /home/ann/.ssh/id_rsa', 'needs_human'],
  ['/', 'cat /etc/shadow', 'needs_human'],
  [undefined, 'cat /home/ann/shop/a.ts', 'needs_human'],
])('in the folder %s judges %s: %s', (cwd, command, expected) => {
  const history = new RunHistory();
  history.addUserText('Explain how the prices are computed.');
  history.addSessionData({ cwd });
  const { decision } = judgeCall({
    tool: {
      id: 'bash',
      name: 'bash',
      description: 'Run a command in the workspace.',
      parameters: { type: 'object', properties: { command: text } },
    },
    args: { command },
    history,
    profile: loadProfile('balanced'),
    counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
  });
  expect(decision).toBe(expected);
});
