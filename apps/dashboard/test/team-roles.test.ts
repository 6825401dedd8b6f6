import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isManaging, type KeyPermission } from '../src/pages/developers/keys/permissions';
import { roleGrant, permissionsOfRole, roles, rolesToGrant } from '../src/pages/team/roles';

const document = readFileSync(resolve(__dirname, '../../../docs/roles.md'), 'utf8');

/** Permissions by role, as the cells of docs/roles.md say: a row that a role may call names what it has. */
function documented(): Record<string, Set<string>> {
  const rows = document.split('\n').filter((line) => /^\| `(GET|POST|PATCH|DELETE) \/v2/.test(line));
  const found: Record<string, Set<string>> = Object.fromEntries(roles.map((role) => [role, new Set<string>()]));
  for (const row of rows) {
    const cells = row.split('|').map((cell) => cell.trim());
    const permissions = [...(cells[2] ?? '').matchAll(/[A-Z_]+:[A-Z]+/g)].map(([name]) => name);
    roles.forEach((role, index) => {
      if (cells[3 + index] === 'x') permissions.forEach((permission) => found[role]?.add(permission));
    });
  }
  // A person’s own stores need no permission: this one is for keys that owners make.
  found['OWNER']?.add('STORE:CREATE');
  return found;
}

describe('what each role may do', () => {
  it.each(roles)('is for %s what docs/roles.md says', (role) => {
    expect([...permissionsOfRole(role)].sort()).toEqual([...(documented()[role] ?? [])].sort());
  });

  it('is kept from "all" of a production key exactly where docs/roles.md says so', () => {
    const head = (document.split('\n').find((line) => line.startsWith('| operation')) ?? '').split('|');
    const column = (name: string) => head.findIndex((cell) => cell.trim() === name);
    const rows = document.split('\n').filter((line) => /^\| `(GET|POST|PATCH|DELETE) \/v2/.test(line));
    const kept = rows
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells[column('managing key')] === 'x' && cells[column('full key')] === '')
      .map((cells) => /[A-Z_]+:[A-Z]+/.exec(cells[2] ?? '')?.[0]);
    const managing = permissionsOfRole('OWNER').filter((name) => isManaging(name as KeyPermission));
    expect([...new Set(kept)].sort()).toEqual([...managing].sort());
  });

  it('says all, some or nothing of a resource', () => {
    expect(roleGrant('OWNER', 'MEMBER').isAll).toBe(true);
    expect(roleGrant('SUPPORT', 'CUSTOMER')).toEqual({ isAll: false, actions: ['READ', 'CREATE'] });
    expect(roleGrant('VIEWER', 'API_KEY')).toEqual({ isAll: false, actions: [] });
  });

  it('lets nobody give a role with a permission they lack', () => {
    expect(rolesToGrant(() => true)).toEqual(roles);
    const developer = new Set<string>(permissionsOfRole('DEVELOPER'));
    expect(rolesToGrant((permission) => developer.has(permission))).toEqual(['DEVELOPER', 'VIEWER']);
  });
});
