import { shops, type Books, type KnownCharge, type KnownTransfer, type Shop } from '../load/books';
import type { Load } from '../load/load';
import { all } from './lists';

/** What differs between what clients were told and what the platform has: nothing, when all went well. */
export async function compareRecords({ books, stores }: Pick<Load, 'books' | 'stores'>): Promise<string[]> {
  const faults: string[] = [];
  for (const shop of shops) {
    const [charges, refunds, payouts, transfers, store] = await Promise.all([
      all(stores[shop], '/v2/transparents/list'),
      all(stores[shop], '/v2/refunds/list'),
      all(stores[shop], '/v2/payouts/list'),
      all(stores[shop], '/v2/pix/list'),
      stores[shop].untilAnswered({ operation: 'check', path: '/v2/store/get' }),
    ]);
    const records: Records = { charges, refunds, moved: [...payouts, ...transfers], balance: store.balance };
    faults.push(...ofCharges(books, shop, records), ...ofRefunds(books, shop, records));
    faults.push(...ofTransfers(books, shop, records), ...ofBalance(shop, records));
  }
  return faults;
}

interface Balance {
  readonly available: number;
  readonly pending: number;
  readonly blocked: number;
}

interface Records {
  readonly charges: readonly ApiCharge[];
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
  readonly moved: readonly ApiTransfer[];
  readonly balance: Balance;
}

interface ApiCharge {
  readonly id: string;
  readonly externalId: string | null;
  readonly amount: number;
  readonly paidAmount: number | null;
  readonly refundedAmount: number;
  readonly platformFee: number;
  readonly status: string;
}

interface ApiTransfer {
  readonly id: string;
  readonly externalId: string | null;
  readonly amount: number;
  readonly platformFee: number;
  readonly feeMode: 'INCLUDED' | 'ADDED';
  readonly status: string;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const isPaid = ({ status }: ApiCharge): boolean => status === 'PAID' || status === 'REFUNDED';

/** Each key has one charge, each charge was asked for, and its state is the last that a client was told. */
function ofCharges({ charges: known, declined }: Books, shop: Shop, { charges }: Records): string[] {
  const wanted = known.filter((charge) => charge.shop === shop);
  const failed = (charge: ApiCharge): boolean => charge.status === 'FAILED' && declined.has(charge.externalId ?? '');
  const faults = onceEach(
    'charge',
    wanted,
    charges.filter((charge) => !failed(charge)),
  );
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  for (const charge of wanted) {
    const found = byId.get(charge.id);
    if (found) faults.push(...ofCharge(charge, found));
  }
  return faults;
}

function ofCharge(known: KnownCharge, found: ApiCharge): string[] {
  const refunded = sum(known.refunds.map(({ amount }) => amount));
  const expected = !known.isPaid ? ['PENDING', 'EXPIRED'] : refunded === known.amount ? ['REFUNDED'] : ['PAID'];
  const isRight = expected.includes(found.status) && found.amount === known.amount && found.refundedAmount === refunded;
  return isRight
    ? []
    : [
        `charge ${known.id} (${known.externalId}) is ${found.status} of ${String(found.amount)}, ${String(found.refundedAmount)} refunded; told were ${expected.join(' or ')} of ${String(known.amount)}, ${String(refunded)} refunded`,
      ];
}

function ofRefunds({ charges }: Books, shop: Shop, { refunds }: Records): string[] {
  const known = charges.filter((charge) => charge.shop === shop).flatMap((charge) => charge.refunds);
  const ids = new Set(known.map(({ id }) => id));
  const found = new Map(refunds.map((refund) => [refund.id, refund]));
  return [
    ...refunds.filter(({ id }) => !ids.has(id)).map(({ id }) => `refund ${id} was never asked for`),
    ...known
      .filter(({ id, amount }) => found.get(id)?.status !== 'COMPLETE' || found.get(id)?.amount !== amount)
      .map(({ id, amount }) => `refund ${id} of ${String(amount)} is ${found.get(id)?.status ?? 'lost'}`),
  ];
}

function ofTransfers({ transfers }: Books, shop: Shop, { moved }: Records): string[] {
  const wanted = transfers.filter((transfer) => transfer.shop === shop);
  const byId = new Map(moved.map((one) => [one.id, one]));
  const isDone = ({ id, amount }: KnownTransfer): boolean =>
    byId.get(id)?.status === 'COMPLETE' && byId.get(id)?.amount === amount;
  return [
    ...onceEach('payout', wanted, moved),
    ...wanted
      .filter((transfer) => byId.has(transfer.id) && !isDone(transfer))
      .map(({ id, kind }) => `${kind} ${id} is ${byId.get(id)?.status ?? ''}`),
  ];
}

/** What came in less what went out, to the centavo. */
function ofBalance(shop: Shop, { charges, refunds, moved, balance }: Records): string[] {
  const paid = charges.filter(isPaid);
  const came = sum(paid.map(({ paidAmount, platformFee }) => (paidAmount ?? 0) - platformFee));
  const back = sum(refunds.filter(({ status }) => status === 'COMPLETE').map(({ amount }) => amount));
  const done = moved.filter(({ status }) => status === 'COMPLETE');
  const out = sum(done.map(({ amount, platformFee, feeMode }) => amount + (feeMode === 'ADDED' ? platformFee : 0)));
  const has = balance.available + balance.pending + balance.blocked;
  return has === came - back - out
    ? []
    : [`the ${shop} shop has ${String(has)}; its records come to ${String(came - back - out)}`];
}

/** Every one that a client was told of is there, under its own key once, and nothing else is. */
function onceEach(
  what: string,
  wanted: readonly { readonly id: string; readonly externalId: string }[],
  found: readonly { readonly id: string; readonly externalId: string | null }[],
): string[] {
  const ids = new Set(found.map(({ id }) => id));
  const told = new Set(wanted.map(({ id }) => id));
  return [
    ...wanted.filter(({ id }) => !ids.has(id)).map(({ id, externalId }) => `${what} ${id} (${externalId}) is lost`),
    ...found
      .filter(({ id }) => !told.has(id))
      .map(({ id, externalId }) => `${what} ${id} (${externalId ?? 'without a key'}) is one too many`),
  ];
}
