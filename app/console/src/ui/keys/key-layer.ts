/** One shortcut: `j`, `shift+a`, `mod+k`, or a sequence such as `g i`. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Whether holding the key down runs the shortcut repeatedly. By default one press runs it once. */
  readonly repeats?: boolean;
}

/** The required fields of a key press. A `KeyboardEvent` has all of them. */
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

/**
 * Returns whether a key press belongs to an unfinished conversion of an input method. Safari reports that only as key
 * code 229.
 */
export function isComposing(press: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === 229;
}

/** Matches key presses to shortcuts. It remembers the first key of a sequence for a short time. */
export class KeyLayer {
  #prefix: { readonly name: string; readonly at: number } | undefined;

  /** Returns the shortcut that a key press completes, or undefined. Later shortcuts have priority over earlier ones. */
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
  // A symbol such as "?" already includes the shift key; a letter does not.
  return press.shiftKey && /^[a-z]$/u.test(key) ? `shift+${key}` : key;
}

const isModifier = (key: string) => ['Shift', 'Control', 'Meta', 'Alt'].includes(key);

const SEQUENCE_MS = 1500;
