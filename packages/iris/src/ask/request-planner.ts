import type { ModelRegistry } from '@sekisho/responses';
import type { IrisArguments } from './iris-arguments.ts';
import type { IrisDefaults } from './iris-settings.ts';
import { planRequest, type RequestPlan } from './plan-request.ts';

const DAY_MS = 86_400_000;

/** Plans requests. It caches the plan of each set of options for a day, because most calls differ only in their input. */
export class RequestPlanner {
  readonly #registry: ModelRegistry;
  readonly #defaults: IrisDefaults;
  readonly #capacity: number;
  readonly #known = new Map<string, RequestPlan>();
  #day = 0;

  constructor(options: { registry: ModelRegistry; defaults: IrisDefaults; capacity?: number }) {
    this.#registry = options.registry;
    this.#defaults = options.defaults;
    this.#capacity = options.capacity ?? 100;
  }

  /** Returns the plan for these arguments. Throws `invalid_argument` before anything is sent or billed. */
  plan(args: IrisArguments, now: number): RequestPlan {
    // A budget depends on the length of the input.
    if ((args.maxCostUsd ?? this.#defaults.maxCostUsd) !== undefined) return this.#work(args, now);
    this.#startDay(Math.floor(now / DAY_MS));
    const key = nameOptions(args);
    let plan = this.#known.get(key);
    if (!plan) {
      plan = this.#work(args, now);
      if (this.#known.size >= this.#capacity) this.#known.clear();
      this.#known.set(key, plan);
    }
    return { ...plan, params: { ...plan.params, input: args.input } };
  }

  #work(args: IrisArguments, now: number): RequestPlan {
    return planRequest(args, { registry: this.#registry, defaults: this.#defaults, now });
  }

  // Warnings about models and their replacements change at midnight, UTC.
  #startDay(day: number): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#known.clear();
  }
}

/** Returns all arguments except the input as text; an empty string when there are none. */
function nameOptions({ input: _input, previous_response_id: _previous, ...options }: IrisArguments): string {
  for (const _option in options) return JSON.stringify(options);
  return '';
}
