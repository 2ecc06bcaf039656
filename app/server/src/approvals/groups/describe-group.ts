/** One member of a group: its values by path, and the tool from which each value came. */
export type GroupMember = {
  readonly approval_id: string;
  readonly values: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, string>;
};

/** Why a member differs from the others: a name that looks like another one, the only one, or another source. */
export const UNUSUAL = ['look_alike', 'single', 'other_source'] as const;
type Unusual = (typeof UNUSUAL)[number];

/** What the members of a group have in common, what differs, and which of them are unusual. */
export type GroupDescription = {
  readonly same: readonly { path: string; value: string }[];
  readonly differs: readonly { path: string; buckets: { name: string; count: number }[] }[];
  readonly unusual: ReadonlyMap<string, Unusual>;
};

// One member is conspicuous only beside names that occur more often.
const MIN_TYPICAL = 5;
const MAJORITY = 0.8;

/** Compares the members of a group. */
export function describeGroup(members: readonly GroupMember[]): GroupDescription {
  const paths = new Set(members.flatMap(({ values }) => [...values.keys()]));
  const same: { path: string; value: string }[] = [];
  const differs: { path: string; buckets: { name: string; count: number }[] }[] = [];
  const unusual = new Map<string, Unusual>();
  for (const path of paths) {
    const [first] = members;
    const value = first?.values.get(path);
    if (value !== undefined && members.every(({ values }) => values.get(path) === value)) {
      same.push({ path, value });
      continue;
    }
    const buckets = Map.groupBy(members, ({ values }) => bucketOf(values.get(path) ?? ''));
    differs.push({
      path,
      buckets: [...buckets]
        .map(([name, some]) => ({ name, count: some.length }))
        .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
    });
    for (const [id, why] of findUnusual(members, path, buckets)) if (!unusual.has(id)) unusual.set(id, why);
  }
  return { same, differs, unusual };
}

/** Returns the domain, host, folder or amount band of a value, otherwise the value itself. */
export function bucketOf(value: string): string {
  const text = value.trim();
  const [, domain] = /^[^\s@/]+@([^\s@/]+)$/u.exec(text) ?? [];
  if (domain !== undefined) return domain.toLowerCase();
  const [, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#\s]+)/iu.exec(text) ?? [];
  if (host !== undefined) return host.toLowerCase();
  if (/^-?[\d,]+(?:\.\d+)?$/u.test(text)) return bandOf(Number(text.replaceAll(',', '')));
  const [, folder] = /^([^\s]*[/\\])[^/\\]*$/u.exec(text) ?? [];
  return folder ?? text;
}

/** The band of an amount: from a power of ten to the next one. */
function bandOf(amount: number): string {
  const size = Math.abs(amount);
  if (!Number.isFinite(size)) return String(amount);
  const sign = amount < 0 ? '-' : '';
  if (size < 10) return `${sign}0–9`;
  const from = 10 ** Math.floor(Math.log10(size));
  return `${sign}${from}–${from * 10 - 1}`;
}

type Buckets = ReadonlyMap<string, readonly GroupMember[]>;

function findUnusual(
  members: readonly GroupMember[],
  path: string,
  buckets: Buckets,
): ReadonlyMap<string, Unusual> {
  const usual = usualSource(members, path);
  const rare = rareBuckets(buckets);
  const alike = lookAlikes(buckets);
  return new Map(
    members.flatMap((member): readonly (readonly [string, Unusual])[] => {
      const bucket = bucketOf(member.values.get(path) ?? '');
      if (alike.has(bucket)) return [[member.approval_id, 'look_alike']];
      if (usual !== undefined && sourceOf(member, path) !== usual)
        return [[member.approval_id, 'other_source']];
      return rare.has(bucket) ? [[member.approval_id, 'single']] : [];
    }),
  );
}

const sourceOf = ({ sources }: GroupMember, path: string) => sources.get(path) ?? '';

/** The tool from which most values came; undefined when there is no clear majority. */
function usualSource(members: readonly GroupMember[], path: string): string | undefined {
  const sources = Map.groupBy(members, (member) => sourceOf(member, path));
  return [...sources].find(([, some]) => some.length >= members.length * MAJORITY)?.[0];
}

/** The names with one member, when the usual member shares its name with others. */
function rareBuckets(buckets: Buckets): ReadonlySet<string> {
  const sizes = [...buckets.values()]
    .flatMap((some) => some.map(() => some.length))
    .toSorted((one, other) => one - other);
  if ((sizes[Math.floor(sizes.length / 2)] ?? 0) < MIN_TYPICAL) return new Set();
  return new Set([...buckets].flatMap(([name, some]) => (some.length === 1 ? [name] : [])));
}

/** The names that look like a more frequent one. */
function lookAlikes(buckets: Buckets): ReadonlySet<string> {
  const shapes = Map.groupBy(buckets, ([name]) => shapeOf(name));
  return new Set(
    [...shapes.values()].flatMap((alike) =>
      alike
        .toSorted(([, one], [, other]) => other.length - one.length)
        .slice(1)
        .map(([name]) => name),
    ),
  );
}

const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/[1lіi|!]/gu, 'l'],
  [/[0oоο]/gu, 'o'],
  [/[аɑα]/gu, 'a'],
  [/[еє]/gu, 'e'],
  [/[5ѕ]/gu, 's'],
  [/[рρ]/gu, 'p'],
  [/[сϲ]/gu, 'c'],
  [/[хχ]/gu, 'x'],
  [/[уγ]/gu, 'y'],
  [/rn/gu, 'm'],
  [/vv/gu, 'w'],
  [/cl/gu, 'd'],
];

/** The shape of a name: names with the same shape are easily confused. */
function shapeOf(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase();
  // Numbers at the end of a word are counters (`client10`), not letters.
  const counted = plain.replaceAll(/(?<=\p{L})\d+(?!\p{L})/gu, (digits) => `#${digits}#`);
  return counted
    .split(/(#\d+#)/u)
    .map((part) =>
      part.startsWith('#')
        ? part
        : LOOK_ALIKES.reduce((text, [letters, letter]) => text.replaceAll(letters, letter), part),
    )
    .join('');
}
