import type { Effort } from './effort.ts';
import type { ModelEntry, ModelFeature, ModelPrice } from './model-entry.ts';

const PRICE_PAGE = 'https://developers.openai.com/api/docs/pricing';
const TOOLS: readonly ModelFeature[] = [
  'tool-call',
  'structured-output',
  'web-search',
  'code-interpreter',
  'vision',
];
const FLAGSHIP: readonly ModelFeature[] = [...TOOLS, 'pro-mode'];

const NONE_TO_MAX: readonly Effort[] = ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
const NONE_TO_XHIGH: readonly Effort[] = ['none', 'low', 'medium', 'high', 'xhigh'];
const NONE_TO_HIGH: readonly Effort[] = ['none', 'low', 'medium', 'high'];
const MINIMAL_TO_HIGH: readonly Effort[] = ['minimal', 'low', 'medium', 'high'];
const LOW_TO_HIGH: readonly Effort[] = ['low', 'medium', 'high'];
const LOW_TO_XHIGH: readonly Effort[] = ['low', 'medium', 'high', 'xhigh'];
const MEDIUM_TO_XHIGH: readonly Effort[] = ['medium', 'high', 'xhigh'];

/**
 * The models that are known without a request to the API. Shutdown dates come from the deprecation notes in the types
 * of `openai` 7.53. Data from /v1/models has precedence.
 */
export const modelEntries: readonly ModelEntry[] = [
  {
    ...current('gpt-6-astra', NONE_TO_MAX, FLAGSHIP),
    price: { ...price(10, 1, 50), cacheWrite: 12.5 },
  },
  { ...current('gpt-6.1-sol', NONE_TO_MAX, FLAGSHIP), price: price(2, 0.1, 10) },
  current('gpt-6.1-terra', NONE_TO_MAX, TOOLS),
  { ...current('gpt-6-sol', NONE_TO_MAX, FLAGSHIP), price: { ...price(2, 0.2, 10), cacheWrite: 2.5 } },
  { ...current('gpt-6-luna', NONE_TO_MAX, TOOLS), price: { ...price(0.1, 0.01, 0.5), cacheWrite: 0.125 } },
  { ...current('gpt-5.6-sol', NONE_TO_MAX, FLAGSHIP), price: price(4, 0.4, 20) },
  { ...current('gpt-5.6-terra', NONE_TO_MAX, TOOLS), price: price(2, 0.2, 12) },
  { ...current('gpt-5.6-luna', NONE_TO_MAX, TOOLS), price: price(0.2, 0.02, 1.2) },
  { ...current('gpt-5.5', NONE_TO_XHIGH, TOOLS), snapshots: ['gpt-5.5-2026-04-23'] },
  { ...current('gpt-5.5-pro', MEDIUM_TO_XHIGH, TOOLS), snapshots: ['gpt-5.5-pro-2026-04-23'] },
  { ...current('gpt-5.4', NONE_TO_XHIGH, TOOLS), price: price(2.5, 0.25, 15) },
  {
    ...current('gpt-5.4-pro', MEDIUM_TO_XHIGH, TOOLS),
    snapshots: ['gpt-5.4-pro-2026-03-05'],
    price: price(30, 30, 180),
  },
  {
    ...older('gpt-5.4-mini', NONE_TO_XHIGH),
    snapshots: ['gpt-5.4-mini-2026-03-17'],
    price: price(0.75, 0.075, 4.5),
  },
  {
    ...older('gpt-5.4-nano', NONE_TO_XHIGH),
    snapshots: ['gpt-5.4-nano-2026-03-17'],
    ...retiring('2027-04-01', 'gpt-6-luna', 'sekisho'),
  },
  { ...older('gpt-5.3-codex', LOW_TO_XHIGH), price: price(1.75, 0.175, 14) },
  { ...older('gpt-5.2', NONE_TO_XHIGH), snapshots: ['gpt-5.2-2025-12-11'], price: price(1.75, 0.175, 14) },
  {
    ...older('gpt-5.2-pro', MEDIUM_TO_XHIGH),
    snapshots: ['gpt-5.2-pro-2025-12-11'],
    price: price(21, 21, 168),
  },
  {
    ...older('gpt-5.1', NONE_TO_HIGH),
    snapshots: ['gpt-5.1-2025-11-13'],
    price: price(1.25, 0.125, 10),
    ...retiring('2027-04-01', 'gpt-5.6-sol', 'sekisho'),
  },
  {
    ...older('gpt-5.1-codex', LOW_TO_HIGH),
    price: price(1.25, 0.125, 10),
    ...retiring('2026-07-23', 'gpt-5.3-codex', 'sekisho'),
  },
  {
    ...older('gpt-5-codex', LOW_TO_HIGH),
    price: price(1.25, 0.125, 10),
    ...retiring('2026-07-23', 'gpt-5.3-codex', 'sekisho'),
  },
  {
    ...older('gpt-5', MINIMAL_TO_HIGH),
    snapshots: ['gpt-5-2025-08-07'],
    price: price(1.25, 0.125, 10),
    ...retiring('2026-12-11', 'gpt-5.6-sol', 'openai'),
  },
  {
    ...older('gpt-5-mini', MINIMAL_TO_HIGH),
    snapshots: ['gpt-5-mini-2025-08-07'],
    price: price(0.25, 0.025, 2),
    ...retiring('2026-12-11', 'gpt-5.6-terra', 'openai'),
  },
  {
    ...older('gpt-5-nano', MINIMAL_TO_HIGH),
    snapshots: ['gpt-5-nano-2025-08-07'],
    price: price(0.05, 0.005, 0.4),
    ...retiring('2026-12-11', 'gpt-5.6-luna', 'openai'),
  },
  {
    ...older('gpt-5-pro', ['high']),
    snapshots: ['gpt-5-pro-2025-10-06'],
    defaultEffort: 'high',
    shutdownDate: '2026-12-11',
    replacement: { id: 'gpt-5.6-sol', advisedBy: 'openai', reasoningMode: 'pro' },
  },
  {
    ...older('o3', LOW_TO_HIGH),
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    snapshots: ['o3-2025-04-16'],
    price: price(2, 0.5, 8),
    ...retiring('2026-12-11', 'gpt-5.6-sol', 'openai'),
  },
  {
    ...older('o4-mini', LOW_TO_HIGH),
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    snapshots: ['o4-mini-2025-04-16'],
    ...retiring('2026-10-23', 'gpt-5.6-terra', 'openai'),
  },
  {
    ...plain('gpt-4.1'),
    snapshots: ['gpt-4.1-2025-04-14'],
    price: price(2, 0.5, 8),
    ...retiring('2027-01-14', 'gpt-6-luna', 'openai'),
  },
  {
    ...plain('gpt-4.1-mini'),
    snapshots: ['gpt-4.1-mini-2025-04-14'],
    price: price(0.4, 0.1, 1.6),
    ...retiring('2027-01-14', 'gpt-6-luna', 'openai'),
  },
  {
    ...plain('gpt-4o'),
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    snapshots: ['gpt-4o-2024-11-20', 'gpt-4o-2024-08-06'],
    price: price(2.5, 1.25, 10),
    ...retiring('2027-01-14', 'gpt-6-luna', 'openai'),
  },
  {
    ...plain('gpt-4o-mini'),
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    snapshots: ['gpt-4o-mini-2024-07-18'],
    price: price(0.15, 0.075, 0.6),
    ...retiring('2027-01-14', 'gpt-6-luna', 'openai'),
  },
];

function plain(id: string): ModelEntry {
  const entry = current(id, [], TOOLS);
  return { ...entry, defaultEffort: undefined, contextWindow: 1_047_576, maxOutputTokens: 32_768 };
}

function current(id: string, allowed: readonly Effort[], features: readonly ModelFeature[]): ModelEntry {
  return {
    id,
    snapshots: [],
    efforts: allowed,
    defaultEffort: 'medium',
    features,
    contextWindow: 1_050_000,
    maxOutputTokens: 128_000,
  };
}

function older(id: string, allowed: readonly Effort[]): ModelEntry {
  return { ...current(id, allowed, TOOLS), contextWindow: 400_000 };
}

function price(input: number, cachedInput: number, output: number): ModelPrice {
  return { input, cachedInput, output, asOf: '2026-11-05', source: PRICE_PAGE };
}

function retiring(shutdownDate: string, replacement: string, advisedBy: 'openai' | 'sekisho') {
  return { shutdownDate, replacement: { id: replacement, advisedBy } };
}
