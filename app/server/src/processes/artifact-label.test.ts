import { expect, it } from 'vitest';
import { artifactLabel } from './artifact-label.ts';

it.each([
  [{ kind: 'job_requirements' }, 'Job requirements'],
  [{ kind: 'job_requirements', description: '求人要件' }, '求人要件'],
  [{ kind: '求人票' }, '求人票'],
])('the artifact %j is named %s', (artifact, label) => {
  expect(artifactLabel(artifact)).toBe(label);
});
