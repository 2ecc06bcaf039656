/** The fields of a request that determine its position. */
interface Placed {
  readonly approval_id: string;
  readonly run_id: string;
  readonly turn: string;
}

/** A row of the list: a request, or the heading of a turn with several requests. */
type InboxRow<Item extends Placed> =
  | { readonly kind: 'turn'; readonly key: string; readonly first: Item; readonly count: number }
  | { readonly kind: 'request'; readonly key: string; readonly item: Item; readonly isGrouped: boolean };

/** Groups the requests of one turn at the position of the first one, under a heading with their number. */
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
