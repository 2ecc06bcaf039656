import type { Metrics } from './observability.ts';

const BUCKETS = [0.1, 0.3, 1, 3, 10, 30, 60];

/** Counters and histograms of this process in the Prometheus text format. */
export class PrometheusMetrics implements Metrics {
  readonly #counters = new Map<string, Map<string, number>>();
  readonly #histograms = new Map<string, { buckets: number[]; sum: number; count: number }>();

  count(name: string, labels: Readonly<Record<string, string>> = {}, by = 1): void {
    const series = this.#counters.get(name) ?? new Map<string, number>();
    const key = Object.entries(labels)
      .map(([label, value]) => `${label}="${value.replace(/[\\"\n]/g, '_')}"`)
      .join(',');
    series.set(key, (series.get(key) ?? 0) + by);
    this.#counters.set(name, series);
  }

  observe(name: string, seconds: number): void {
    const seen = this.#histograms.get(name) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    const buckets = seen.buckets.map((count, index) => count + (seconds <= (BUCKETS[index] ?? 0) ? 1 : 0));
    this.#histograms.set(name, { buckets, sum: seen.sum + seconds, count: seen.count + 1 });
  }

  /** Returns all metrics. */
  render(): string {
    const lines: string[] = [];
    for (const [name, series] of this.#counters) {
      lines.push(`# TYPE ${name} counter`);
      for (const [labels, value] of series)
        lines.push(`${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
    }
    for (const [name, { buckets, sum, count }] of this.#histograms) {
      lines.push(`# TYPE ${name} histogram`);
      for (const [index, value] of buckets.entries())
        lines.push(`${name}_bucket{le="${BUCKETS[index]}"} ${value}`);
      lines.push(`${name}_bucket{le="+Inf"} ${count}`, `${name}_sum ${sum}`, `${name}_count ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
