import type { Claim } from './claim.ts';
import { raceSides, type RacePlace } from './race-sides.ts';
import { sendTwice, type SendResult, type Order } from './send-twice.ts';

const ROW = 'the same decision sent twice, at the same moment';

type SideName = keyof ReturnType<typeof raceSides>;

interface Race {
  readonly side: SideName;
  readonly column: string;
  readonly statement: string;
  readonly order?: Order;
  readonly holds: (results: readonly SendResult[]) => boolean;
}

// The number of double executions depends on the machine; the page states only whether they occur.
const doubles = (results: readonly SendResult[]) => results.some(({ ran }) => ran > 1);
const neverDoubles = (results: readonly SendResult[]) => !doubles(results);
const alwaysOnce = (results: readonly SendResult[]) => results.every(({ ran }) => ran === 1);
const oneWins = (results: readonly SendResult[]) =>
  alwaysOnce(results) && results.every(({ rejections }) => rejections.length === 1);

const RACES: readonly Race[] = [
  { side: 'Agents SDK', column: 'Agents SDK alone', statement: 'tool runs twice', holds: doubles },
  { side: 'LangGraph.js, SQLite', column: 'LangGraph.js', statement: 'tool ran twice', holds: doubles },
  { side: 'LangGraph.js, PostgreSQL', column: 'LangGraph.js', statement: 'tool ran twice', holds: doubles },
  ...(['LangGraph.js, SQLite', 'LangGraph.js, PostgreSQL'] as const).map((side) => ({
    side,
    column: 'LangGraph.js',
    statement: 'one after the other, the second does nothing',
    order: 'in turn' as const,
    holds: alwaysOnce,
  })),
  { side: 'Mastra workflow, LibSQL', column: 'Mastra', statement: 'workflows: refused', holds: neverDoubles },
  {
    side: 'Mastra workflow, PostgreSQL',
    column: 'Mastra',
    statement: 'workflows: refused',
    holds: neverDoubles,
  },
  { side: 'Mastra agent, LibSQL', column: 'Mastra', statement: 'of agents: tool ran twice', holds: doubles },
  {
    side: 'Mastra agent, PostgreSQL',
    column: 'Mastra',
    statement: 'of agents: tool ran twice',
    holds: doubles,
  },
  { side: 'DBOS', column: 'DBOS, Temporal', statement: 'the second send is ignored', holds: alwaysOnce },
  { side: 'Sekisho, SQLite', column: 'Sekisho', statement: 'one wins, the other is refused', holds: oneWins },
  {
    side: 'Sekisho, PostgreSQL',
    column: 'Sekisho',
    statement: 'one wins, the other is refused',
    holds: oneWins,
  },
];

/** The claims of the page about duplicate decisions. */
export function raceClaims(place: RacePlace, tries: number): readonly Claim[] {
  const sides = raceSides(place);
  return RACES.map(({ side, column, statement, order = 'at once', holds }) => ({
    row: ROW,
    column,
    statement,
    side: `${side}, ${order}`,
    observe: async () => {
      const results = await sendTwice(sides[side], { order, tries });
      return { observed: describeResults(results), holds: holds(results) };
    },
  }));
}

function describeResults(results: readonly SendResult[]): string {
  const twice = results.filter(({ ran }) => ran > 1).length;
  const not = results.filter(({ ran }) => ran === 0).length;
  const never = not > 0 ? `, never in ${not}` : '';
  const rejections = Map.groupBy(
    results.flatMap((each) => each.rejections),
    (message) => message,
  );
  const refused = [...rejections].map(([message, { length }]) => `; ${length} refused: ${message}`);
  return `tool ran twice in ${twice} of ${results.length}${never}${refused.join('')}`;
}
