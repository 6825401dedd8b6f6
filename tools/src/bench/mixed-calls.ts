import type { Call } from './http-caller';

/** Charges that wait for their payment, at most: older ones stay unpaid, as they do for merchants. */
const openChargesMax = 5_000;

/**
 * The mixed load, call by call: 60 % reads, 25 % creates, 10 % payments, 5 % management. Kinds follow each other in a
 * fixed order of twenty, so that every run asks the same.
 */
export function mixedCalls(): () => Call {
  const pool: Pool = { charges: [], lastCharge: undefined, customers: [], turn: 0 };
  const order = interleaved({ read: 12, create: 5, pay: 2, manage: 1 });
  let index = 0;
  return () => {
    const kind = order[index % order.length] ?? 'read';
    index += 1;
    pool.turn += 1;
    return calls[kind](pool);
  };
}

type Kind = 'read' | 'create' | 'pay' | 'manage';

interface Pool {
  /** Pix charges that wait for their payment. */
  readonly charges: string[];
  lastCharge: string | undefined;
  readonly customers: string[];
  turn: number;
}

const calls: Record<Kind, (pool: Pool) => Call> = {
  read: (pool) => readCalls[pool.turn % readCalls.length]?.(pool) ?? listCharges,
  create: (pool) => ({
    kind: 'create',
    method: 'POST',
    path: '/v2/transparents/create',
    body: { method: 'PIX', data: { amount: 12_345, description: 'bench' } },
    then: ({ id }) => {
      pool.lastCharge = String(id);
      pool.charges.push(String(id));
      if (pool.charges.length > openChargesMax) pool.charges.shift();
    },
  }),
  pay: (pool) => {
    const id = pool.charges.shift();
    if (id === undefined) return calls.create(pool);
    return { kind: 'pay', method: 'POST', path: `/v2/transparents/simulate-payment?id=${id}`, body: {} };
  },
  manage: (pool) => (pool.turn % 2 === 0 ? createCustomer(pool) : updateCustomer(pool)),
};

const listCharges: Call = { kind: 'list', method: 'GET', path: '/v2/transparents/list?limit=20' };

/** Two thirds by id, one third a page. */
const readCalls: readonly ((pool: Pool) => Call)[] = [
  ({ lastCharge }) =>
    lastCharge === undefined
      ? listCharges
      : { kind: 'read', method: 'GET', path: `/v2/transparents/get?id=${lastCharge}` },
  ({ customers, turn }) => {
    const id = customers[turn % customers.length];
    return id === undefined ? listCharges : { kind: 'read', method: 'GET', path: `/v2/customers/get?id=${id}` };
  },
  () => listCharges,
];

const customersMax = 1_000;

function createCustomer({ customers, turn }: Pool): Call {
  return {
    kind: 'manage',
    method: 'POST',
    path: '/v2/customers/create',
    body: { email: `bench-${String(turn)}@example.com`, name: 'Ana' },
    then: ({ id }) => {
      if (customers.length < customersMax) customers.push(String(id));
    },
  };
}

function updateCustomer(pool: Pool): Call {
  const id = pool.customers[pool.turn % pool.customers.length];
  if (id === undefined) return createCustomer(pool);
  return {
    kind: 'manage',
    method: 'POST',
    path: '/v2/customers/update',
    body: { id, name: `Ana ${String(pool.turn)}` },
  };
}

/** Spreads each kind evenly over the order. */
function interleaved(shares: Record<Kind, number>): readonly Kind[] {
  return (Object.entries(shares) as [Kind, number][])
    .flatMap(([kind, count]) => Array.from({ length: count }, (_, index) => ({ kind, at: (index + 0.5) / count })))
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => kind);
}
