import type { Tool } from 'openai/resources/responses/responses';
import { nearestEffort, type Effort } from '../models/effort.ts';
import type { ModelEntry } from '../models/model-entry.ts';
import type { Adjustment } from './adjustment.ts';

/** Returns the effort that this model accepts with these tools, and the changes. */
export function chooseEffort(
  requested: Effort,
  entry: ModelEntry | undefined,
  tools: readonly Tool[],
): { effort: Effort | undefined; adjustments: Adjustment[] } {
  const adjustments: Adjustment[] = [];
  if (entry?.efforts.length === 0) {
    const why = `${entry.id} does not reason`;
    return { effort: undefined, adjustments: [{ param: 'reasoning', from: requested, to: undefined, why }] };
  }
  let allowed: readonly Effort[] = entry?.efforts ?? [];
  let effort = requested;
  if (entry && !entry.efforts.includes(effort)) {
    const nearest = nearestEffort(effort, entry.efforts);
    const why = `${entry.id} accepts ${entry.efforts.join(', ')}`;
    adjustments.push({ param: 'reasoning.effort', from: effort, to: nearest, why });
    effort = nearest;
  }
  if (effort === 'minimal' && tools.some((tool) => tool.type === 'web_search')) {
    allowed = allowed.filter((candidate) => candidate !== 'minimal');
    const nearest = allowed.length > 0 ? nearestEffort('low', allowed) : 'low';
    const why = 'web search is rejected together with minimal effort';
    adjustments.push({ param: 'reasoning.effort', from: effort, to: nearest, why });
    effort = nearest;
  }
  return { effort, adjustments };
}
