import type { Claim } from './claim.ts';
import { raceSides, type RacePlace } from './race-sides.ts';
import { sendTwice, type Answered, type Order } from './send-twice.ts';

const ROW = 'the same decision sent twice, at the same moment';

type SideName = keyof ReturnType<typeof raceSides>;

interface Race {
  readonly side: SideName;
  readonly column: string;
  readonly says: string;
  readonly order?: Order;
  readonly holds: (answered: readonly Answered[]) => boolean;
}

// How often a race doubles depends on the machine; that it does, or never does, is what the page says.
const doubles = (answered: readonly Answered[]) => answered.some(({ ran }) => ran > 1);
const neverDoubles = (answered: readonly Answered[]) => !doubles(answered);
const alwaysOnce = (answered: readonly Answered[]) => answered.every(({ ran }) => ran === 1);
const oneWins = (answered: readonly Answered[]) =>
  alwaysOnce(answered) && answered.every(({ refusals }) => refusals.length === 1);

const RACES: readonly Race[] = [
  { side: 'Agents SDK', column: 'Agents SDK alone', says: 'tool runs twice', holds: doubles },
  { side: 'LangGraph.js, SQLite', column: 'LangGraph.js', says: 'tool ran twice', holds: doubles },
  { side: 'LangGraph.js, PostgreSQL', column: 'LangGraph.js', says: 'tool ran twice', holds: doubles },
  ...(['LangGraph.js, SQLite', 'LangGraph.js, PostgreSQL'] as const).map((side) => ({
    side,
    column: 'LangGraph.js',
    says: 'one after the other, the second does nothing',
    order: 'in turn' as const,
    holds: alwaysOnce,
  })),
  { side: 'Mastra workflow, LibSQL', column: 'Mastra', says: 'workflows: refused', holds: neverDoubles },
  { side: 'Mastra workflow, PostgreSQL', column: 'Mastra', says: 'workflows: refused', holds: neverDoubles },
  { side: 'Mastra agent, LibSQL', column: 'Mastra', says: 'of agents: tool ran twice', holds: doubles },
  { side: 'Mastra agent, PostgreSQL', column: 'Mastra', says: 'of agents: tool ran twice', holds: doubles },
  { side: 'DBOS', column: 'DBOS, Temporal', says: 'the second send is ignored', holds: alwaysOnce },
  { side: 'Sekisho, SQLite', column: 'Sekisho', says: 'one wins, the other is refused', holds: oneWins },
  { side: 'Sekisho, PostgreSQL', column: 'Sekisho', says: 'one wins, the other is refused', holds: oneWins },
];

/** What the page says about two answers to one question. */
export function raceClaims(place: RacePlace, tries: number): readonly Claim[] {
  const sides = raceSides(place);
  return RACES.map(({ side, column, says, order = 'at once', holds }) => ({
    row: ROW,
    column,
    says,
    side: `${side}, ${order}`,
    observe: async () => {
      const answered = await sendTwice(sides[side], { order, tries });
      return { happened: tell(answered), holds: holds(answered) };
    },
  }));
}

function tell(answered: readonly Answered[]): string {
  const twice = answered.filter(({ ran }) => ran > 1).length;
  const not = answered.filter(({ ran }) => ran === 0).length;
  const never = not > 0 ? `, never in ${not}` : '';
  const refusals = Map.groupBy(
    answered.flatMap((each) => each.refusals),
    (words) => words,
  );
  const refused = [...refusals].map(([words, { length }]) => `; ${length} refused: ${words}`);
  return `tool ran twice in ${twice} of ${answered.length}${never}${refused.join('')}`;
}
