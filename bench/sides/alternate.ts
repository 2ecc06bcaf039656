/** Measures each side once in every round. No side is always first or always after the same other side. */
export async function alternate<Name extends string, Sample>(
  sides: ReadonlyMap<Name, () => Promise<Sample>>,
  rounds: number,
): Promise<Map<Name, Sample[]>> {
  const samples = new Map<Name, Sample[]>([...sides.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of orderOfRound([...sides.keys()], round)) {
      const sample = await sides.get(name)?.();
      if (sample !== undefined) samples.get(name)?.push(sample);
    }
  }
  return samples;
}

/** The order of the sides in a round: rotated by one in each round, and reversed in every second round. */
export function orderOfRound<Name>(names: readonly Name[], round: number): readonly Name[] {
  const start = names.length === 0 ? 0 : round % names.length;
  const rotated = [...names.slice(start), ...names.slice(0, start)];
  return round % 2 === 0 ? rotated : rotated.toReversed();
}
