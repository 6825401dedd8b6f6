import { NamedObject, Nullable, OneOf, Timestamp } from '@pitanga/records';
import { Type } from 'typebox';
import { roles } from '../../../access/role';
import { Email, Id, Language } from '../../fields/fields';
import { listQuery } from '../lists';

const Role = OneOf('MemberRole', roles, {
  description: 'A named set of permissions (GET /v2/members/list needs MEMBER:READ).',
});

const memberFields = {
  id: Type.String({ description: 'Of the person, or of the invitation while it is open.' }),
  email: Type.String(),
  role: Role,
  status: OneOf('MemberStatus', ['ACTIVE', 'INVITED']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Nullable(Type.String({ format: 'date-time', description: 'The end of an open invitation.' })),
};

const MadeApiKey = NamedObject('MadeApiKey', {
  id: Type.String(),
  devMode: Type.Boolean(),
  description: Type.String(),
  permissions: Type.Array(Type.String()),
  prefix: Type.String({ examples: ['pit_prod_'] }),
  lastFour: Type.String(),
});

export const MemberRecord = NamedObject('Member', memberFields);

const MadeKeys = (description: string) => Type.Array(MadeApiKey, { description });

export const RevokedKeys = NamedObject('RevokedKeys', {
  id: Type.String({ description: 'Of the person.' }),
  apiKeys: MadeKeys('The keys that were revoked, of both environments.'),
});

export const RemovedMember = NamedObject('RemovedMember', {
  ...memberFields,
  apiKeys: MadeKeys(
    'Live keys of both environments that the person made, or a key of theirs did. They go on, but manage nothing: roll' +
      ' or revoke them.',
  ),
});

export const MemberInvite = NamedObject('InviteMember', {
  email: Email,
  role: Role,
  language: Type.Optional({
    ...Language,
    description: 'Of the mail; without it that of the person, else that of Accept-Language, else pt-BR.',
  }),
});

export const MemberList = Type.Object(listQuery);

export const MemberUpdate = NamedObject('UpdateMember', { id: Id, role: Role });
