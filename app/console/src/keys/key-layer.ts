/** One shortcut: `j`, `shift+a`, `mod+k`, or a sequence such as `g i`. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Whether holding the key down runs it again and again; one press runs a shortcut once otherwise. */
  readonly repeats?: boolean;
}

/** What the layer must know of a key press; a `KeyboardEvent` has it all. */
export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly defaultPrevented: boolean;
  readonly timeStamp: number;
  readonly repeat: boolean;
}

/** Whether a key press belongs to an input method that is still converting. Safari says so only by 229. */
export function isComposing(press: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === 229;
}

/** Matches key presses to shortcuts, remembering the first key of a sequence for a moment. */
export class KeyLayer {
  #prefix: { readonly name: string; readonly at: number } | undefined;

  /** Finds the shortcut that a key press completes, or nothing. Later shortcuts win over earlier ones. */
  match(press: KeyPress, shortcuts: readonly Shortcut[]): Shortcut | undefined {
    if (press.defaultPrevented || isComposing(press) || isModifier(press.key)) return undefined;
    const name = nameOf(press);
    const prefix = this.#prefix;
    this.#prefix = undefined;
    if (prefix && press.timeStamp - prefix.at < SEQUENCE_MS) {
      const found = shortcuts.findLast((shortcut) => shortcut.keys === `${prefix.name} ${name}`);
      if (found) return found;
    }
    if (shortcuts.some((shortcut) => shortcut.keys.startsWith(`${name} `))) {
      this.#prefix = { name, at: press.timeStamp };
      return undefined;
    }
    const found = shortcuts.findLast((shortcut) => shortcut.keys === name);
    return press.repeat && found?.repeats !== true ? undefined : found;
  }
}

function nameOf(press: KeyPress): string {
  if (press.altKey) return '';
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey) return `mod+${key}`;
  // A sign such as "?" already carries its shift; a letter does not.
  return press.shiftKey && /^[a-z]$/u.test(key) ? `shift+${key}` : key;
}

const isModifier = (key: string) => ['Shift', 'Control', 'Meta', 'Alt'].includes(key);

const SEQUENCE_MS = 1500;
