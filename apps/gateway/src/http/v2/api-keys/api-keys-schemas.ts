import { NamedObject, Nullable, OneOf, Timestamp } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { permissionNames } from '../../../access/permission';
import { allowedAddressesMax } from '../../../api-keys/allowed-addresses';
import { apiKeyStatus, descriptionMax, overlapHoursMax, type ApiKey } from '../../../api-keys/api-key';
import { listQuery } from '../lists';

const ApiKeyKind = OneOf('ApiKeyKind', ['SECRET', 'PUBLIC']);

const keyFields = {
  id: Type.String(),
  kind: { ...ApiKeyKind, description: 'PUBLIC: only for card forms in browsers.' },
  devMode: Type.Boolean(),
  status: OneOf('ApiKeyStatus', ['ACTIVE', 'EXPIRED', 'REVOKED']),
  description: Type.String(),
  permissions: Type.Array(Type.String()),
  prefix: Type.String({ examples: ['pit_dev_'] }),
  lastFour: Type.String({ description: 'The last characters of the key.' }),
  expiresAt: Nullable(Type.String({ format: 'date-time', description: 'Refused from then on (real time).' })),
  allowedAddresses: Type.Array(Type.String(), { description: 'Who may use it; empty: every address.' }),
  replacedBy: Nullable(Type.String({ description: 'The key that took its place when it was rolled.' })),
  lastUsedAt: Nullable(Type.String({ format: 'date-time', description: 'To the minute.' })),
  revokedAt: Nullable(Timestamp),
  createdAt: Timestamp,
};

export const ApiKeyRecord = NamedObject('ApiKey', keyFields);

const text = Type.String({ description: 'The key itself. Answered this once; it is kept nowhere.' });

export const CreatedApiKey = NamedObject('CreatedApiKey', { ...keyFields, key: text });

export const RolledApiKey = NamedObject('RolledApiKey', {
  ...keyFields,
  key: text,
  previous: ApiKeyRecord,
});

export const ApiKeyCreate = NamedObject('ApiKeyCreate', {
  description: Type.String({ minLength: 1, maxLength: descriptionMax }),
  kind: Type.Optional({ ...ApiKeyKind, description: 'SECRET by default.' }),
  permissions: Type.Optional(
    Type.Array(OneOf('Permission', permissionNames), {
      minItems: 1,
      maxItems: permissionNames.length,
      description:
        'Required for a SECRET key, and none that the caller lacks. TRANSPARENT and SUBSCRIPTION are other names of CHECKOUT, ' +
        'which the key then has.',
    }),
  ),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'In the next 10 years (real time).' })),
  allowedAddresses: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: allowedAddressesMax,
      description: 'IPv4 and IPv6 addresses and networks (CIDR).',
      examples: [['203.0.113.7', '2001:db8::/32']],
    }),
  ),
});

export const ApiKeyRoll = NamedObject('ApiKeyRoll', {
  id: Type.String({ minLength: 1, maxLength: 255 }),
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: overlapHoursMax,
      default: 24,
      description: 'How long the key so far goes on; 0 revokes it at once.',
    }),
  ),
});

export const ApiKeyList = Type.Object({ ...listQuery });

export function apiKeyRecord(key: ApiKey, devMode: boolean, now: Date): Static<typeof ApiKeyRecord> {
  return {
    id: key.id,
    kind: key.kind,
    devMode,
    status: apiKeyStatus(key, now),
    description: key.description,
    permissions: [...key.permissions],
    prefix: key.prefix,
    lastFour: key.lastFour,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    allowedAddresses: [...key.allowedAddresses],
    replacedBy: key.replacedBy ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
  };
}
