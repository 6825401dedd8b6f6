import { taxId, type Operation } from './operation';
import { caller } from './whole-api';

const { tenant } = caller;
const person = { customerIds: ['cust_1'], payerRef: 'payer_1', taxId: '12345678909' };
const found = { person, isKnown: true };
const nothing = { records: [], next: '' };
const asked = (name: string, after = '') => ({ name: `${name}.exportPerson`, request: { tenant, person, after } });
const callsFor = (key: object) => [
  { name: 'customers.findPerson', request: { tenant, key: { customerId: undefined, taxId: undefined, ...key } } },
  ...['billing', 'subscriptions', 'ledger', 'payouts', 'webhooks'].map((service) => asked(`${service}Persons`)),
];
const requestedAt = new Date('2026-11-21T15:00:00.000Z');

const exported = {
  answers: {
    'customers.findPerson': found,
    'billingPersons.exportPerson': {
      records: [
        { section: 'customers', json: '{"id":"cust_1","name":"Ana"}' },
        { section: 'charges', json: '{"id":"pix_char_1","amountCents":1990}' },
        { section: 'charges', json: '{"id":"pix_char_2","amountCents":2990}' },
      ],
      next: '',
    },
    'subscriptionsPersons.exportPerson': nothing,
    'ledgerPersons.exportPerson': {
      records: [{ section: 'statementEntries', json: '{"id":"tran_1"}' }],
      next: '',
    },
    'payoutsPersons.exportPerson': nothing,
    'webhooksPersons.exportPerson': nothing,
  },
  request: {},
  data: {
    storeId: tenant.storeId,
    devMode: tenant.devMode,
    exportedAt: '2026-11-20T15:00:00.000Z',
    customerIds: ['cust_1'],
    records: {
      customers: [{ id: 'cust_1', name: 'Ana' }],
      charges: [
        { id: 'pix_char_1', amountCents: 1990 },
        { id: 'pix_char_2', amountCents: 2990 },
      ],
      statementEntries: [{ id: 'tran_1' }],
    },
  },
};

/** The rights of a person. */
export const personOperations: readonly Operation[] = [
  { ...exported, call: 'GET /v2/customers/export?id=cust_1', calls: callsFor({ customerId: 'cust_1' }) },
  { ...exported, call: 'POST /v2/customers/export', body: { id: 'cust_1' }, calls: callsFor({ customerId: 'cust_1' }) },
  { ...exported, call: 'POST /v2/customers/export', body: { taxId }, calls: callsFor({ taxId }) },
  {
    call: 'POST /v2/customers/erase',
    body: { taxId },
    answers: {
      'customers.findPerson': found,
      'customers.erasePerson': { customerIds: ['cust_1'], requestedAt, waitsFor: ['ERASURE_WAIT_SUBSCRIPTION'] },
    },
    request: {},
    calls: ['findPerson', 'erasePerson'].map((method) => ({
      name: `customers.${method}`,
      request: { tenant, key: { customerId: undefined, taxId } },
    })),
    data: { customerIds: ['cust_1'], requestedAt: requestedAt.toISOString(), waitsFor: ['SUBSCRIPTION'] },
  },
];
