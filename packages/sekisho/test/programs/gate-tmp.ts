import { Findings, Lane } from './gate-fault-lane.ts';
const FAULTS = Number(process.argv[2]);
const findings = new Findings();
const lanes = Array.from({ length: 8 }, (_, index) => new Lane(`lane${index}`, 20 + index, findings));
const t = performance.now();
await Promise.all(
  lanes.map(async (lane) => {
    for (let run = 0; run < 2500 && findings.faults < FAULTS; run += 1) {
      await lane.run();
      if (run % 50 === 49) lane.renew();
    }
  }),
);
console.log(
  performance.now() - t,
  findings.faults,
  findings.runs,
  findings.executions,
  findings.unrecorded,
  findings.unjudged.length,
  new Set(findings.unjudged),
  findings.fired,
  findings.endings,
  Object.entries(Object.groupBy(findings.problems, (p) => p))
    .map(([k, v]) => `${v?.length} ${k}`)
    .join('\n'),
);
