import * as fc from 'fast-check';

/** A property that must hold for every input, with a generator of inputs. */
export interface FuzzTarget {
  readonly name: string;
  check(parameters: fc.Parameters<unknown>): Promise<fc.RunDetails<unknown>>;
}

/** Creates a target. `holds` throws when the property is violated, and must not use much CPU time. */
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
    // CPU time, because wall-clock time depends on the load of the machine.
    if (spent > MAX_MS) throw new Error(`One input used ${Math.round(spent)} ms of CPU time.`);
  });
  return { name, check: (parameters) => fc.check(property, parameters) };
}

const MAX_MS = 1_000;

/** Generates texts from arbitrary characters and the given pieces. */
export function textOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  const some = fc.constantFrom(...pieces);
  const any = fc.string({ unit: 'binary', maxLength: 20 });
  return fc.array(fc.oneof(some, any), { maxLength: 30 }).map((parts) => parts.join(''));
}

/** Splits bytes or a text at the given positions. */
export function cutAt<Whole extends { readonly length: number; slice(from: number, to: number): Whole }>(
  whole: Whole,
  places: readonly number[],
): Whole[] {
  const edges = [...new Set([0, ...places.map((place) => place % (whole.length + 1)), whole.length])];
  const inOrder = edges.toSorted((one, other) => one - other);
  return inOrder.slice(1).map((edge, index) => whole.slice(inOrder[index] ?? 0, edge));
}

/** Generates split positions. */
export const places = fc.array(fc.nat(), { maxLength: 30 });
