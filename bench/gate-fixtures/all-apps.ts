import { CODING_APPS } from './apps/coding-apps.ts';
import { DATA_APPS } from './apps/data-apps.ts';
import { MONEY_APPS } from './apps/money-apps.ts';
import { OFFICE_APPS } from './apps/office-apps.ts';
import { POISONED_APPS } from './apps/poisoned-apps.ts';
import { SECOND_APPS } from './apps/second-apps.ts';
import { SERVICE_APPS } from './apps/service-apps.ts';
import { THIRD_APPS } from './apps/third-apps.ts';
import { VAGUE_APPS } from './apps/vague-apps.ts';
import { WEB_APPS } from './apps/web-apps.ts';
import type { FixtureTool } from './tool-builder.ts';

const TOOLS: readonly FixtureTool[] = [
  ...CODING_APPS,
  ...DATA_APPS,
  ...MONEY_APPS,
  ...OFFICE_APPS,
  ...POISONED_APPS,
  ...SECOND_APPS,
  ...SERVICE_APPS,
  ...THIRD_APPS,
  ...VAGUE_APPS,
  ...WEB_APPS,
];

/** Returns the tool with this name, which is unique over all apps. */
export function toolNamed(name: string): FixtureTool {
  const [tool, duplicate] = TOOLS.filter((item) => item.name === name);
  if (tool === undefined) throw new TypeError(`No app has a tool "${name}".`);
  if (duplicate !== undefined) throw new TypeError(`Two apps have a tool "${name}".`);
  return tool;
}

/** Returns all tools of some apps. */
export function toolsOfApps(apps: ReadonlySet<string>): readonly FixtureTool[] {
  return TOOLS.filter((tool) => apps.has(tool.app));
}
