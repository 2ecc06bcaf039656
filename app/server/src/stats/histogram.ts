/**
 * Durations in buckets whose limits grow by a quarter, so that histograms of many days can be added. The key is the
 * number of the bucket.
 */
export type Histogram = Readonly<Record<string, number>>;

const GROWTH = 1.25;

/** Adds one duration in milliseconds. */
export function addDuration(histogram: Histogram, ms: number): Histogram {
  const bucket = Math.ceil(Math.log(Math.max(1, ms)) / Math.log(GROWTH));
  return { ...histogram, [bucket]: (histogram[bucket] ?? 0) + 1 };
}

/** Adds histograms. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const merged: Record<string, number> = {};
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram)) merged[bucket] = (merged[bucket] ?? 0) + count;
  return merged;
}

/** Returns the duration below which this part of the durations lies, at most a quarter too high. Null without any. */
export function quantile(histogram: Histogram, part: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= total * part) return Math.round(GROWTH ** bucket);
  }
  return null;
}
