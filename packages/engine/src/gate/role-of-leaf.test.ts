import { expect, it } from 'vitest';
import type { ArgumentRole, Effect } from '../wire/tool-manifest.ts';
import { inferManifest } from './manifest/infer-manifest.ts';
import { roleOfLeaf } from './role-of-leaf.ts';

function declaredRole(name: string, role: ArgumentRole, value: string, effect: Effect): ArgumentRole {
  const { manifest, wording } = inferManifest({ name: 'change_record' });
  const declared = {
    ...manifest,
    effect,
    arguments: { [name]: role },
    origin: 'declared',
    confirmed: true,
  } as const;
  return roleOfLeaf(
    { manifest: declared, wording },
    { path: name, name, value },
    { effect, isListed: () => false },
  );
}

it.each<[string, ArgumentRole, string, Effect, ArgumentRole]>([
  ['changes.value', 'target', 'LT60 1010 0123 4567 8901', 'write', 'account'],
  ['changes.value', 'target', 'ann@corp.example', 'write', 'recipient'],
  ['changes.value', 'target', 'https://corp.example/x', 'admin', 'url'],
  ['address.street', 'target', '4 rue du Port', 'spend', 'recipient'],
  ['packages', 'target', 'left-join', 'execute', 'command'],
  ['address.street', 'target', '4 rue du Port', 'write', 'target'],
  ['order_id', 'target', '7731', 'spend', 'target'],
  ['changes.value', 'target', 'ann@corp.example', 'read', 'target'],
  ['note', 'content', 'ann@corp.example', 'write', 'content'],
  ['stage', 'option', 'ann@corp.example', 'write', 'option'],
  ['hook', 'command', 'https://corp.example/x', 'write', 'command'],
  ['pass', 'credential', 'ann@corp.example', 'write', 'credential'],
  ['value', 'target', 'The plan is ready for you.', 'write', 'content'],
  ['value', 'target', `${'The plan is ready '.repeat(8)}.`, 'write', 'target'],
])('%s, declared as %s, with %j in a %s: %s', (name, role, value, effect, expected) => {
  expect(declaredRole(name, role, value, effect)).toBe(expected);
});
