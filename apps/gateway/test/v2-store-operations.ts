import { storeRecord } from '@pitanga/records';
import type { ApiKey } from '../src/api-keys/api-key';
import type { AuditEntry } from '../src/audit/audit-entry';
import { apiKeyRecord } from '../src/http/v2/api-keys/api-keys-schemas';
import { storeDetails, storeTerms, storeProfile } from '../src/http/v2/store/store-schemas';
import { defaultSettings, newProfile } from '../src/stores/store';
import type { ShownStore } from '../src/stores/store-operations';
import { firstPage, page, receivedOperation, revenueByUtmOperation, type Operation } from './operation';
import { caller } from './whole-api';

const { tenant, actor, permissions: granted, storeName, storeWebsite, storeCreatedAt } = caller;
const now = new Date('2026-11-21T15:00:00.000Z');
const balance = { availableCents: -1, pendingCents: 2, blockedCents: 3, topUpCents: 4 };

const store: ShownStore = {
  ...newProfile(storeName, storeWebsite),
  ...defaultSettings,
  id: tenant.storeId,
  legalName: 'Loja Exemplo Ltda.',
  branding: {
    displayName: 'Loja Exemplo',
    logoUrl: 'https://loja.example/logo.png',
    color: '#1a2b3c',
    supportEmail: 'ajuda@loja.example',
  },
  status: 'ACTIVE',
  sandboxOf: undefined,
  createdAt: storeCreatedAt,
  closedAt: undefined,
  version: 2,
  appliedVersion: 2,
  billingAppliedVersion: 2,
};
const change = {
  name: undefined,
  website: undefined,
  legalName: 'Loja Exemplo Ltda.',
  branding: { color: '#1a2b3c' },
  mail: { kinds: ['RECEIPT', 'BOLETO'], language: 'pt-BR' },
  payerFields: { email: 'REQUIRED' },
  payoutApprovalAbove: undefined,
  minimumAmounts: { boleto: 300 },
};

const key: ApiKey = {
  id: 'key_00VbWfzM1a2B3c4D5e6F7g8H',
  kind: 'SECRET',
  prefix: 'pit_dev_',
  lastFour: 'x9Zq',
  description: 'Servidor da loja',
  permissions: ['CUSTOMER:READ'],
  expiresAt: undefined,
  allowedAddresses: ['203.0.113.7'],
  replacedBy: undefined,
  createdAt: new Date('2026-11-21T12:30:00.000Z'),
  lastUsedAt: undefined,
  revokedAt: undefined,
};
const text = 'pit_dev_shown-once';
const keyData = apiKeyRecord(key, true, now);

const entry: AuditEntry = {
  chain: tenant.storeId,
  seq: 7,
  id: 'aud_00VbWfzM1a2B3c4D5e6F7g8H',
  at: new Date('2026-11-21T12:30:00.000Z'),
  actorKind: 'OPERATOR',
  actorId: 'ana',
  action: 'store.updated',
  targetType: 'store',
  targetId: tenant.storeId,
  devMode: undefined,
  before: '{"fees.pixCents":80}',
  after: '{"fees.pixCents":99}',
  requestId: 'req_1',
  previousHash: Buffer.alloc(32, 1),
  hash: Buffer.alloc(32, 2),
};

function getStoreOperation(path: string): Operation {
  const record = {
    id: tenant.storeId,
    devMode: true,
    name: storeName,
    website: storeWebsite,
    createdAt: storeCreatedAt,
  };
  return {
    call: `GET ${path}`,
    answers: { 'stores.get': store, 'ledger.getBalance': balance },
    request: {},
    calls: [
      { name: 'stores.get', request: { tenant } },
      { name: 'ledger.getBalance', request: { tenant } },
    ],
    data: {
      ...storeRecord(record, balance),
      ...storeDetails(store, true),
      ...storeTerms(store, undefined),
      payoutLimits: null,
    },
  };
}

/** The store, its keys and its log. */
export const storeOperations: readonly Operation[] = [
  receivedOperation(),
  revenueByUtmOperation(),
  getStoreOperation('/v2/store/get'),
  getStoreOperation('/v2/stores/get'),
  {
    call: 'POST /v2/store/update',
    key: 'production',
    body: {
      legalName: 'Loja Exemplo Ltda.',
      branding: { color: '#1a2b3c' },
      mail: { kinds: ['RECEIPT', 'BOLETO'], language: 'pt-BR' },
      payerFields: { email: 'REQUIRED' },
      minimumAmounts: { boleto: 300 },
    },
    answers: { 'stores.update': store },
    request: { actor, change },
    data: storeProfile(store, false),
  },
  {
    call: 'POST /v2/store/close',
    key: 'production',
    body: { confirm: 'Loja' },
    answers: { 'stores.close': { ...store, status: 'CLOSED' } },
    request: { actor, confirm: 'Loja' },
    data: storeProfile({ ...store, status: 'CLOSED' }, false),
  },
  {
    call: 'POST /v2/stores/create',
    key: 'production',
    body: { name: 'Loja Dois', taxId: '11.222.333/0001-81', website: 'https://dois.example' },
    answers: { 'stores.create': { ...store, name: 'Loja Dois' } },
    request: {
      actor,
      input: {
        name: 'Loja Dois',
        taxId: '11.222.333/0001-81',
        website: 'https://dois.example',
        legalName: undefined,
        city: undefined,
        branding: undefined,
      },
    },
    data: storeProfile({ ...store, name: 'Loja Dois' }, false),
  },
  {
    call: 'POST /v2/api-keys/create',
    body: {
      description: 'Servidor da loja',
      permissions: [
        'CUSTOMER:READ',
        'TRANSPARENT:CREATE',
        'SUBSCRIPTION:CREATE',
        'CHECKOUT:CREATE',
        'SUBSCRIPTION:DELETE',
      ],
      allowedAddresses: ['203.0.113.7'],
    },
    answers: { 'apiKeys.create': { key, text } },
    request: {
      actor,
      granted,
      kind: 'SECRET',
      description: 'Servidor da loja',
      permissions: ['CUSTOMER:READ', 'CHECKOUT:CREATE', 'CHECKOUT:DELETE'],
      expiresAt: undefined,
      allowedAddresses: ['203.0.113.7'],
    },
    data: { ...keyData, key: text },
  },
  {
    call: 'GET /v2/api-keys/list',
    answers: { 'apiKeys.list': { items: [key], ...page } },
    request: { page: firstPage },
    data: [keyData],
  },
  {
    call: `GET /v2/api-keys/get?id=${key.id}`,
    answers: { 'apiKeys.get': key },
    request: { id: key.id },
    data: keyData,
  },
  {
    call: 'POST /v2/api-keys/roll',
    body: { id: key.id, overlapHours: 2 },
    answers: { 'apiKeys.roll': { key, text, previous: key } },
    request: { actor, granted, id: key.id, overlapHours: 2 },
    data: { ...keyData, key: text, previous: keyData },
  },
  {
    call: 'POST /v2/api-keys/revoke',
    body: { id: key.id },
    answers: { 'apiKeys.revoke': { ...key, revokedAt: now } },
    request: { actor, id: key.id },
    data: apiKeyRecord({ ...key, revokedAt: now }, true, now),
  },
  {
    call: 'GET /v2/audit-log/list?action=store.updated',
    answers: { 'auditLog.list': { items: [entry], ...page } },
    request: {
      page: firstPage,
      filter: { id: undefined, action: 'store.updated', actorId: undefined, targetId: undefined },
    },
    data: [
      {
        id: entry.id,
        action: 'store.updated',
        actor: { kind: 'OPERATOR', id: 'ana' },
        target: { type: 'store', id: tenant.storeId },
        devMode: null,
        before: { 'fees.pixCents': 80 },
        after: { 'fees.pixCents': 99 },
        requestId: 'req_1',
        seq: 7,
        hash: '02'.repeat(32),
        createdAt: '2026-11-21T12:30:00.000Z',
      },
    ],
  },
];
