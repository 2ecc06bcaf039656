import { describe, expect, it } from 'vitest';
import { matchCommands, type Command } from './match-commands.ts';

const command = (label: string, about?: string): Command => ({
  key: label,
  label,
  ...(about === undefined ? {} : { about }),
  run: () => undefined,
});
const commands = [command('Go to: Runs'), command('Approve', 'Send to a@b.example'), command('Runs')];
const labels = (text: string) => matchCommands(commands, text).map(({ label }) => label);

describe('matchCommands', () => {
  it('returns all commands for an empty text, in their order', () => {
    expect(labels(' ')).toEqual(['Go to: Runs', 'Approve', 'Runs']);
  });

  it('finds every word, in the label or in the second line, in any case and width', () => {
    expect(labels('SEND approve')).toEqual(['Approve']);
    expect(labels('ａ@ｂ')).toEqual(['Approve']);
    expect(labels('send runs')).toEqual([]);
  });

  it('lists labels that begin with the text first', () => {
    expect(labels('runs')).toEqual(['Runs', 'Go to: Runs']);
  });
});
