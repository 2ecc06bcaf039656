import { describe, expect, it } from 'vitest';
import { bucketOf, describeGroup, type GroupMember } from './describe-group.ts';

const mail = (id: string, to: string, source = 'list_customers'): GroupMember => ({
  approval_id: id,
  values: new Map([
    ['to', to],
    ['subject', 'Invoice'],
  ]),
  sources: new Map([['to', source]]),
});
const many = (domain: string, count: number) =>
  Array.from({ length: count }, (_, index) => mail(`${domain} ${index}`, `person${index}@${domain}`));

describe('describeGroup', () => {
  it('separates equal values from different ones and counts these by domain', () => {
    const { same, differs } = describeGroup([...many('client0.example', 6), ...many('client1.example', 7)]);
    expect(same).toEqual([{ path: 'subject', value: 'Invoice' }]);
    expect(differs).toEqual([
      {
        path: 'to',
        buckets: [
          { name: 'client1.example', count: 7 },
          { name: 'client0.example', count: 6 },
        ],
      },
    ]);
  });

  it.each([
    ['a digit instead of a letter', 'c1ient.example'],
    ['two letters that look like one', 'dient.example'],
    ['a Cyrillic letter', 'cliеnt.example'],
  ])('finds a look-alike with %s', (_case, domain) => {
    const { unusual } = describeGroup([...many('client.example', 9), ...many(domain, 2)]);
    expect([...unusual]).toEqual([
      [`${domain} 0`, 'look_alike'],
      [`${domain} 1`, 'look_alike'],
    ]);
  });

  it('does not confuse names that are only numbered', () => {
    const { unusual } = describeGroup([
      ...many('client0.example', 6),
      ...many('client1.example', 6),
      ...many('client10.example', 6),
    ]);
    expect([...unusual]).toEqual([]);
  });

  it('finds the only member of a domain beside common ones, and a value from another tool', () => {
    const { unusual } = describeGroup([
      ...many('client.example', 9),
      ...many('partner.example', 9),
      mail('new', 'b@new.example'),
      mail('newer', 'b@newer.example'),
      mail('newest', 'b@newest.example'),
      mail('other', 'c@client.example', 'read_mail'),
    ]);
    expect([...unusual]).toEqual([
      ['new', 'single'],
      ['newer', 'single'],
      ['newest', 'single'],
      ['other', 'other_source'],
    ]);
  });

  it('finds nothing unusual when every member has a domain of its own', () => {
    const members = Array.from({ length: 9 }, (_, index) => mail(`m${index}`, `a@domain-${index}.example`));
    expect([...describeGroup(members).unusual]).toEqual([]);
  });
});

it.each([
  ['ada@Example.com', 'example.com'],
  ['https://host.example:8443/path', 'host.example:8443'],
  ['/srv/data/q3.csv', '/srv/data/'],
  ['C:\\data\\q3.csv', 'C:\\data\\'],
  ['120,000', '100000–999999'],
  ['7', '0–9'],
  ['hello world', 'hello world'],
])('bucketOf(%j) is %j', (value, bucket) => {
  expect(bucketOf(value)).toBe(bucket);
});
