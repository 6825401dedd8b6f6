import { NamedObject, Nullable } from '@pitanga/records';
import { Type } from 'typebox';
import { listQuery } from '../lists';
import { sandboxExpiresAt, sandboxNameMax, type Sandbox } from '../../../sandboxes/sandbox';

const instant = (description: string) => Type.String({ format: 'date-time', description });

const sandboxFields = {
  id: Type.String(),
  name: Type.String(),
  storeId: Type.String({ description: 'The store with its records; another one after each reset.' }),
  generation: Type.Integer({ description: '1, and one more with each reset.' }),
  hasSampleData: Type.Boolean({ description: 'Whether it begins with products, customers, a coupon and payments.' }),
  createdAt: instant('When it was created.'),
  resetAt: Nullable(instant('When it was reset last.')),
  lastUsedAt: instant('When a key or a person used it last, to the hour.'),
  expiresAt: instant('When it is deleted, unless it is used before.'),
};

export const SandboxRecord = NamedObject('Sandbox', sandboxFields);

export const CreatedSandboxRecord = NamedObject('CreatedSandbox', {
  ...sandboxFields,
  secretKey: Type.String({ description: 'For your server. Shown once; it stays the same after a reset.' }),
  publicKey: Type.String({ description: 'For card forms in browsers. Shown once.' }),
});

export const SandboxCreate = NamedObject('CreateSandbox', {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: sandboxNameMax,
      description: 'Sandbox when left out.',
      examples: ['Testes do checkout'],
    }),
  ),
  sampleData: Type.Optional(
    Type.Boolean({ description: 'Begin with products, customers, a coupon and payments, also after each reset.' }),
  ),
});

export const SandboxList = Type.Object(listQuery);

/** As the API shows it. */
export function sandboxRecord(sandbox: Sandbox) {
  const { id, name, sandboxStoreId, generation, hasSampleData, createdAt, resetAt, usedAt } = sandbox;
  return {
    id,
    name,
    storeId: sandboxStoreId,
    generation,
    hasSampleData,
    createdAt: createdAt.toISOString(),
    resetAt: resetAt?.toISOString() ?? null,
    lastUsedAt: usedAt.toISOString(),
    expiresAt: sandboxExpiresAt(sandbox).toISOString(),
  };
}
