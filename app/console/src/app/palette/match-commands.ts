import { foldText } from '../../ui/format/fold-text.ts';

/** Something that the palette can execute. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** The second line. */
  readonly about?: string;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

/** Returns the commands that contain every word of the text. Those whose label begins with the text come first. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldText(text).split(/\s+/u).filter(Boolean);
  const found = commands.filter(({ label, about = '' }) => {
    const all = foldText(`${label} ${about}`);
    return words.every((word) => all.includes(word));
  });
  const first = foldText(text);
  return found.toSorted((one, other) => rank(one, first) - rank(other, first));
}

const rank = (command: Command, first: string) => (foldText(command.label).startsWith(first) ? 0 : 1);
