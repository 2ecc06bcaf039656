import * as fc from 'fast-check';

/** Something that must hold for every input, and the inputs to try it with. */
export interface FuzzTarget {
  readonly name: string;
  check(parameters: fc.Parameters<unknown>): Promise<fc.RunDetails<unknown>>;
}

/** Makes a target. `holds` throws when it does not, and must not keep the processor busy for long. */
export function fuzzTarget<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => void | Promise<void>,
): FuzzTarget {
  const property = fc.asyncProperty(inputs, async (input) => {
    const began = process.cpuUsage();
    await holds(input);
    const { user, system } = process.cpuUsage(began);
    const spent = (user + system) / 1_000;
    // Processor time: on a busy machine the clock on the wall would accuse the innocent.
    if (spent > LONGEST_MS) throw new Error(`One input kept the processor busy for ${Math.round(spent)} ms.`);
  });
  return { name, check: (parameters) => fc.check(property, parameters) };
}

const LONGEST_MS = 1_000;

/** Any text: of all characters, of few that matter here, or both in turn. */
export function textOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  const some = fc.constantFrom(...pieces);
  const any = fc.string({ unit: 'binary', maxLength: 20 });
  return fc.array(fc.oneof(some, any), { maxLength: 30 }).map((parts) => parts.join(''));
}

/** Cuts bytes or a text at any places. */
export function cutAt<Whole extends { readonly length: number; slice(from: number, to: number): Whole }>(
  whole: Whole,
  places: readonly number[],
): Whole[] {
  const edges = [...new Set([0, ...places.map((place) => place % (whole.length + 1)), whole.length])];
  const inOrder = edges.toSorted((one, other) => one - other);
  return inOrder.slice(1).map((edge, index) => whole.slice(inOrder[index] ?? 0, edge));
}

/** Places at which to cut. */
export const places = fc.array(fc.nat(), { maxLength: 30 });
