import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { auditActions } from '../src/pages/audit/action-words';
import { namedTargets, targetKinds } from '../src/pages/audit/target-kinds';

const gateway = resolve(__dirname, '../../gateway/src');

/** `<thing>.<verb in the past>` (apps/gateway/src/audit/audit-entry.ts). */
const actionPattern = /['`]([a-z_]+\.(?:[a-z]+_)*(?:[a-z]+ed|set|reset|withdrawn))['`]/g;

/** The acts that files write which know of the audit log, and the operator's commands. */
function actionsInGateway(): readonly string[] {
  const files = readdirSync(gateway, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const found = files.flatMap((file) => {
    const source = readFileSync(join(gateway, file), 'utf8');
    const writes = /audit/i.test(source) || file.startsWith('admin');
    return writes ? [...source.matchAll(actionPattern)].map(([, action = '']) => action) : [];
  });
  return [...new Set(found)].sort();
}

/** `target: { type: 'webhook', … }`, also where one of two is chosen. */
const targetPattern = /target(?: =|:)[^;]*?\btype: [^;]*?\bid\b/g;

/** What entries are about. */
function targetsInGateway(): readonly string[] {
  const files = readdirSync(gateway, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const places = files.flatMap((file) => readFileSync(join(gateway, file), 'utf8').match(targetPattern) ?? []);
  const types = places.flatMap((place) =>
    [...place.matchAll(/(?:type:|\?|:) '([A-Za-z_]+)'/g)].map(([, type = '']) => type),
  );
  return [...new Set(types)].sort();
}

describe('words of the audit log', () => {
  it('are there for everything that an act is about', () => {
    const known = [...Object.keys(targetKinds), ...namedTargets];
    expect(targetsInGateway().length).toBeGreaterThan(10);
    expect(targetsInGateway().filter((type) => !known.includes(type))).toEqual([]);
  });

  it('are there for every act that the gateway records', () => {
    expect(actionsInGateway().length).toBeGreaterThan(40);
    expect(actionsInGateway().filter((action) => !(auditActions as readonly string[]).includes(action))).toEqual([]);
  });
});
