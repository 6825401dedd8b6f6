import { sandboxRecord } from '../src/http/v2/sandboxes/sandboxes-schemas';
import type { Sandbox } from '../src/sandboxes/sandbox';
import type { Operation } from './operation';
import { caller } from './whole-api';

const { actor, permissions: granted } = caller;

const sandbox: Sandbox = {
  id: 'sbox_0VyCLbX8WtQ4zN7kR2mS5vB1',
  storeId: caller.tenant.storeId,
  sandboxStoreId: 'store_sbox_0VyCLbX8WtQ4zN7kR2mS5vB1',
  name: 'Testes do checkout',
  generation: 1,
  hasSampleData: true,
  createdAt: new Date('2026-11-20T15:00:00.000Z'),
  resetAt: undefined,
  usedAt: new Date('2026-11-20T15:00:00.000Z'),
};
const anew: Sandbox = {
  ...sandbox,
  sandboxStoreId: 'store_sbox_0VyCLbXAwTq4zN7kR2mS5vB2',
  generation: 2,
  resetAt: new Date('2026-11-21T15:00:00.000Z'),
};
const { id } = sandbox;
const [secretKey, publicKey] = ['pit_dev_shown-once', 'pk_dev_shown-once'];

/** Test stores that one can throw away. */
export const sandboxOperations: readonly Operation[] = [
  {
    call: 'POST /v2/sandboxes/create',
    body: { name: 'Testes do checkout', sampleData: true },
    answers: { 'sandboxes.create': { sandbox, secretKey: { text: secretKey }, publicKey: { text: publicKey } } },
    request: { actor, granted, name: 'Testes do checkout', hasSampleData: true },
    data: { ...sandboxRecord(sandbox), secretKey, publicKey },
  },
  {
    call: 'GET /v2/sandboxes/list',
    answers: { 'sandboxes.list': [sandbox] },
    request: {},
    data: [sandboxRecord(sandbox)],
    pagination: { hasMore: false, next: null, before: null },
  },
  {
    call: `GET /v2/sandboxes/get?id=${id}`,
    answers: { 'sandboxes.get': sandbox },
    request: { id },
    data: sandboxRecord(sandbox),
  },
  {
    call: 'POST /v2/sandboxes/reset',
    body: { id },
    answers: { 'sandboxes.reset': anew },
    request: { actor, id },
    data: sandboxRecord(anew),
  },
  {
    call: 'POST /v2/sandboxes/delete',
    body: { id },
    answers: { 'sandboxes.delete': sandbox },
    request: { actor, id },
    data: sandboxRecord(sandbox),
  },
];
