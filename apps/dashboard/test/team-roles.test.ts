import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { roleGrant, permissionsOfRole, roles, rolesToGrant } from '../src/pages/team/roles';

const document = readFileSync(resolve(__dirname, '../../../docs/roles.md'), 'utf8');

/** Permissions by role, as the cells of docs/roles.md say: a row that a role may call names what it has. */
function documented(): Record<string, Set<string>> {
  const rows = document.split('\n').filter((line) => /^\| `(GET|POST|PATCH|DELETE) /.test(line));
  const found: Record<string, Set<string>> = Object.fromEntries(roles.map((role) => [role, new Set<string>()]));
  for (const row of rows) {
    const cells = row.split('|').map((cell) => cell.trim());
    const permissions = [...(cells[2] ?? '').matchAll(/[A-Z_]+:[A-Z]+/g)].map(([name]) => name);
    roles.forEach((role, index) => {
      if (cells[3 + index] === 'x') permissions.forEach((permission) => found[role]?.add(permission));
    });
  }
  return found;
}

describe('what each role may do', () => {
  it.each(roles)('is for %s what docs/roles.md says', (role) => {
    expect([...permissionsOfRole(role)].sort()).toEqual([...(documented()[role] ?? [])].sort());
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
