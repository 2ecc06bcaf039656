import { describeStateStore } from '../../testing/describe-state-store.ts';
import { MemoryStateStore } from './memory-state-store.ts';

describeStateStore('MemoryStateStore', async ({ clock, link }) => new MemoryStateStore({ clock, link }));
