/** One bar: our cost divided by the other side's, or our rate by theirs where more is better. */
export interface PlotBar {
  readonly label: string;
  readonly ratio: number;
  readonly isMoreBetter: boolean;
}

const WIDTH = 900;
const LABELS = 430;
const VALUES = 60;
const ROW = 24;
const TOP = 34;
const BOTTOM = 22;
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Draws bars on a logarithmic axis around 1, as SVG that reads on light and on dark pages. */
export function drawPlot(title: string, bars: readonly PlotBar[]): string {
  const scale = makeScale(bars.map(({ ratio }) => ratio));
  const height = TOP + bars.length * ROW + BOTTOM;
  const bottom = height - BOTTOM;
  const lines = scale.ticks.flatMap((tick) => [
    `<line class="${tick === 1 ? 'one' : 'grid'}" x1="${scale.at(tick)}" x2="${scale.at(tick)}" y1="${TOP - 6}" y2="${bottom}"/>`,
    `<text class="tick" x="${scale.at(tick)}" y="${bottom + 15}" text-anchor="middle">${tick}</text>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(title)}">`,
    `<title>${escapeText(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="0" y="16">${escapeText(title)}</text>`,
    ...lines,
    ...bars.flatMap((bar, index) => drawBar(bar, TOP + index * ROW, scale.at)),
    '</svg>',
    '',
  ].join('\n');
}

const STYLE = [
  'text{font:12px system-ui,sans-serif;fill:#1f2328}',
  '.title{font-weight:600;font-size:14px}',
  '.tick{fill:#656d76;font-size:11px}',
  '.grid{stroke:#d8dee4}',
  '.one{stroke:#656d76;stroke-width:1.5}',
  '.better{fill:#2a78b5}',
  '.worse{fill:#c7641b}',
  '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.tick{fill:#9198a1}.grid{stroke:#30363d}.one{stroke:#9198a1}}',
].join('');

function drawBar(bar: PlotBar, top: number, at: (ratio: number) => number): readonly string[] {
  const [from, to] = [at(1), at(bar.ratio)].toSorted((one, other) => one - other);
  const isBetter = bar.isMoreBetter ? bar.ratio >= 1 : bar.ratio <= 1;
  const width = Math.max(1, round((to ?? 0) - (from ?? 0)));
  return [
    `<text x="${LABELS - 10}" y="${top + 13}" text-anchor="end">${escapeText(bar.label)}</text>`,
    `<rect class="${isBetter ? 'better' : 'worse'}" x="${from}" y="${top + 2}" width="${width}" height="${ROW - 10}" rx="2"/>`,
    `<text x="${WIDTH - 4}" y="${top + 13}" text-anchor="end">${bar.ratio.toFixed(2)}×</text>`,
  ];
}

function makeScale(ratios: readonly number[]) {
  const least = Math.min(0.5, ...ratios);
  const most = Math.max(2, ...ratios);
  const from = TICKS.findLast((tick) => tick <= least) ?? least;
  const to = TICKS.find((tick) => tick >= most) ?? most;
  const room = WIDTH - LABELS - VALUES - 20;
  const at = (ratio: number) =>
    round(LABELS + (room * (Math.log(ratio) - Math.log(from))) / (Math.log(to) - Math.log(from)));
  return { at, ticks: TICKS.filter((tick) => tick >= from && tick <= to) };
}

const round = (value: number) => Math.round(value * 10) / 10;

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
