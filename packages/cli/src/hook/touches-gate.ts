/** The state of the gate, which contains the token of the resident process and the key of the log. */
const STATE = /\.sekisho(?![\w-])|[\\/]up\.json|up-token/i;
/** The hooks of the clients. */
const CONFIGURATION =
  /\.claude[\\/]+(?:settings|hooks)|\.codex[\\/]+(?:config|hooks)|\.gemini[\\/]+settings|\.cursor[\\/]+hooks|\.copilot[\\/]+hooks|opencode[\\/]+(?:plugins?|opencode\.json)|github[\\/]+hooks/i;

/**
 * Returns whether a call mentions the gate itself: its command, its state or the hooks. A person decides about each such call, also
 * about one that only reads the state. A shell can disguise what it executes, so this is a net, not a boundary.
 */
export function touchesGate(effect: string | undefined, args: unknown, directory: string): boolean {
  const text = textOf(args);
  // Empty quotes and backslashes inside a word do not change what a shell executes.
  const variants = [text, text.replaceAll(/''|""|\\\n?/g, '')];
  const isFound = (pattern: RegExp) => variants.some((each) => pattern.test(each));
  const isState = isFound(STATE) || variants.some((each) => each.includes(directory));
  return isState || (effect !== 'read' && (isFound(/sekisho/i) || isFound(CONFIGURATION)));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, each]) => `${key} ${textOf(each)}`)
    .join('\n');
}
