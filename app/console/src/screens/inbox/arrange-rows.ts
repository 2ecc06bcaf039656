/** What a row needs of a request to be put in its place. */
interface Placed {
  readonly approval_id: string;
  readonly run_id: string;
  readonly turn: string;
}

/** A row of the list: the head of a turn that asks several questions, or a request. */
type InboxRow<Item extends Placed> =
  | { readonly kind: 'turn'; readonly key: string; readonly first: Item; readonly count: number }
  | { readonly kind: 'request'; readonly key: string; readonly item: Item; readonly isGrouped: boolean };

/** Puts the questions of one turn together, where the first of them stands, under a head that counts them. */
export function arrangeRows<Item extends Placed>(items: readonly Item[]): readonly InboxRow<Item>[] {
  const turns = new Map<string, Item[]>();
  for (const item of items) {
    const key = `${item.run_id} ${item.turn}`;
    const together = turns.get(key);
    if (together) together.push(item);
    else turns.set(key, [item]);
  }
  return [...turns].flatMap(([key, together]): readonly InboxRow<Item>[] => {
    const isGrouped = together.length > 1;
    const requests = together.map((item) => ({
      kind: 'request' as const,
      key: item.approval_id,
      item,
      isGrouped,
    }));
    const [first] = together;
    if (!isGrouped || !first) return requests;
    return [{ kind: 'turn', key, first, count: together.length }, ...requests];
  });
}
