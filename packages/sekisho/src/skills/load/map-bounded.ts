/** Maps all items with at most `concurrency` concurrent calls. The results are in the order of the items. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const answers: { readonly index: number; readonly answer: Result }[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    // The workers share one iterator, so that each item is processed once.
    for (const [index, item] of queue) answers.push({ index, answer: await work(item) });
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return answers.toSorted((a, b) => a.index - b.index).map(({ answer }) => answer);
}
