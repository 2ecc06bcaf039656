import { describe, expect, it } from 'vitest';
import type { Effect } from '../../wire/tool-manifest.ts';
import { namesAnother } from './names-another.ts';
import { RunHistory } from './run-history.ts';

function isAnother(
  request: string,
  output: unknown,
  value: string | number,
  effect: Effect = 'write',
): boolean {
  const history = new RunHistory();
  history.addUserText(request);
  history.addToolResult({ toolId: 'list', args: {}, output, trusted: false });
  return namesAnother(history, value, effect);
}

const FILES = 'draft-1.txt\ndraft-2.txt\ncontract.pdf';
const PATHS = ['/work/draft-1.txt', '/work/contract.pdf'];
const INVOICES = [
  { id: 'INV-1', supplier: 'Acme' },
  { id: 'INV-2', supplier: 'Globex' },
];
const PEOPLE = [
  { name: 'Ann Lee', email: 'ann@corp.example' },
  { name: 'Bob Ray', email: 'bob@corp.example' },
];

describe('namesAnother', () => {
  it.each<[string, unknown, string | number]>([
    ['Delete the file draft-1.txt.', FILES, 'contract.pdf'],
    ['Delete the file draft-1.txt.', FILES, 'draft-2.txt'],
    ['Delete draft-1.txt in /work.', FILES, '/work/contract.pdf'],
    ['Delete draft-1.txt.', PATHS, '/work/contract.pdf'],
    ['Pay INV-1.', INVOICES, 'INV-2'],
    ['Pay INV-1.', JSON.stringify(INVOICES), 'INV-2'],
    ['INV-1を支払ってください。', INVOICES, 'INV-2'],
    ['请支付 INV-1。', INVOICES, 'INV-2'],
    ['Cancel the order 4711.', [{ order: 4711 }, { order: 4712 }], 4712],
    ['Write to ann@corp.example.', PEOPLE, 'bob@corp.example'],
  ])('is true: %s', (request, output, value) => {
    expect(isAnother(request, output, value)).toBe(true);
  });

  it.each<[string, unknown, string | number]>([
    ['Delete the file draft-1.txt.', FILES, 'draft-1.txt'],
    ['Delete the drafts.', FILES, 'draft-2.txt'],
    ['Delete all files except contract.pdf.', FILES, 'draft-2.txt'],
    ['contract.pdf以外を削除してください。', FILES, 'draft-2.txt'],
    ['删除 contract.pdf 以外的所有文件', FILES, 'draft-2.txt'],
    ['Lösche alle Dateien außer contract.pdf.', FILES, 'draft-2.txt'],
    ['Pay INV-1 and the one of Globex.', INVOICES, 'INV-2'],
    ['Forward the mail of bob@corp.example to Ann.', PEOPLE, 'ann@corp.example'],
    ['Buy 2 of the chairs.', [{ id: 2 }, { id: 3 }], 3],
    ['Pay INV-1.', INVOICES, 'INV-9'],
  ])('is false: %s', (request, output, value) => {
    expect(isAnother(request, output, value)).toBe(false);
  });

  const MAILS = [
    { id: 'm1', folder: 'spam', subject: 'You won' },
    { id: 'm2', folder: 'inbox', subject: 'Contract' },
    { id: 'm3', folder: 'spam', subject: 'Cheap watches' },
  ];

  it.each<[string, string, Effect, boolean]>([
    ['Delete the spam mails.', 'm2', 'delete', true],
    ['Delete the spam mails.', 'm3', 'delete', false],
    ['Delete the mail about the contract.', 'm1', 'delete', true],
    ['Delete the mail about the contract.', 'm2', 'delete', false],
    ['Delete all mails, also the spam.', 'm2', 'delete', false],
    ['Delete the newest mail.', 'm2', 'delete', false],
    ['Label the spam mails.', 'm2', 'write', false],
  ])('compares the words of the records before a deletion or a payment: %s %s', (request, id, effect, is) => {
    expect(isAnother(request, MAILS, id, effect)).toBe(is);
  });

  it('compares values of one result only', () => {
    const history = new RunHistory();
    history.addUserText('Pay INV-1.');
    for (const id of ['INV-1', 'INV-2'])
      history.addToolResult({ toolId: 'find', args: { id }, output: { id }, trusted: false });
    expect(namesAnother(history, 'INV-2', 'spend')).toBe(false);
  });
});
