import { listRolePermissions, roles } from '../access/role';
import { mayAddNotes, mayDeleteNote } from './note';

describe('notes', () => {
  it('are added by every role but the one that only reads', () => {
    expect(roles.filter((role) => !mayAddNotes(listRolePermissions(role)))).toEqual(['VIEWER']);
  });

  it('are deleted by their author, and by an owner', () => {
    const of = (userId: string, role: (typeof roles)[number]) =>
      mayDeleteNote({ authorId: 'user_1' }, { userId, permissions: listRolePermissions(role) });
    expect(roles.filter((role) => of('user_1', role))).toEqual(['OWNER', 'DEVELOPER', 'FINANCE', 'SUPPORT']);
    expect(roles.filter((role) => of('user_2', role))).toEqual(['OWNER']);
  });
});
