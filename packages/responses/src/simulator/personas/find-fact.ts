import type { Turn } from './persona.ts';

const NAME_TOLD = [
  /(?:my name is|i am called|call me)\s+([\p{L}][\p{L}'-]*)/iu,
  /(?:私の名前は|名前は)\s*([\p{L}ー]{1,30}?)(?:です|と|。|、|$)/u,
  /^私は\s*([\p{Script=Han}\p{Script=Katakana}ー]{1,30})(?:です|と申)/u,
];
const NAME_ASKED =
  /what(?:'s| is) my name|who am i|私の名前(?:は|を)(?:何|なに|覚え|知|わか|[?？]|$)|名前を覚えて/iu;

/** Returns true when the user asks for their own name. */
export function asksForName(text: string): boolean {
  return NAME_ASKED.test(text);
}

/** Returns the last name that the user stated in the conversation. */
export function findName(turns: readonly Turn[]): string | undefined {
  for (const turn of turns.toReversed()) {
    if (turn.role !== 'user' || asksForName(turn.text)) continue;
    for (const pattern of NAME_TOLD) {
      const name = pattern.exec(turn.text)?.[1];
      if (name !== undefined) return name;
    }
  }
  return undefined;
}
