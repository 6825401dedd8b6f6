import type { Db } from '@pitanga/database';
import { aTenant, testDatabase, type TestDatabase } from '@pitanga/testing';
import type { Databases } from '../src/doctor/databases';
import { serviceNames, type ServiceName } from '../src/platform/services';

const { storeId: store_id, devMode: dev_mode } = aTenant();
const owner = { store_id, dev_mode };
// Old enough for every rule, young enough for those about age.
const at = new Date(Date.now() - 120_000);
const times = { created_at: at, updated_at: at };
const opened = new Map<ServiceName, TestDatabase>();
let databases: Databases;

/** A database of each service with one store whose rows agree. */
export async function openDatabases(): Promise<Databases> {
  for (const name of serviceNames) opened.set(name, await testDatabase(name));
  databases = Object.fromEntries([...opened].map(([name, { db }]) => [name, db])) as Databases;
  await aStore();
  await charges();
  await payouts();
  return databases;
}

export async function closeDatabases(): Promise<void> {
  await Promise.all([...opened.values()].map((database) => database.close()));
}

/** Writes rows past triggers and foreign keys: only what the checks read has to be right. */
async function write(db: Db, table: string, ...rows: object[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.raw('set local session_replication_role = replica');
    await tx(table).insert(rows);
  });
}

async function aStore(): Promise<void> {
  const { gateway, billing, payouts, subscriptions } = databases;
  const sealed = Buffer.from('x');
  await write(gateway, 'stores', {
    id: store_id,
    name: 'Loja',
    website: '',
    tax_id_sealed: sealed,
    status: 'ACTIVE',
    created_at: at,
  });
  const fees = { pix_fee_cents: 80, boleto_fee_cents: 250, card_fixed_fee_cents: 60, card_single_basis_points: 350 };
  await write(billing, 'store_settings', {
    store_id,
    merchant_name: 'Loja',
    merchant_city: 'SAO PAULO',
    ...fees,
    card_short_basis_points: 400,
    card_long_basis_points: 450,
    automatic_pix_dev: true,
    automatic_pix_prod: false,
    ...times,
  });
  await write(payouts, 'store_settings', {
    store_id,
    holder_tax_id_sealed: sealed,
    payout_fee_cents: 80,
    updated_at: at,
  });
  for (const db of Object.values(databases)) await write(db, 'store_clocks', { store_id, offset_ms: 5_000 });
  await write(billing, 'agreements', {
    ...owner,
    subscription_id: 'subs_1',
    checkout_id: 'bill_1',
    customer_id: 'cust_1',
    method: 'PIX',
    status: 'ACTIVE',
    coupons: '[]',
    ...times,
  });
  await write(subscriptions, 'subscriptions', {
    ...owner,
    id: 'subs_1',
    checkout_id: 'bill_1',
    customer_id: 'cust_1',
    product_id: 'prod_1',
    quantity: 1,
    amount_cents: 5_000,
    method: 'PIX',
    status: 'ACTIVE',
    cycle: 'MONTHLY',
    coupons: [],
    max_retry: 3,
    retry_every_days: 1,
    metadata: '{}',
    anchor_at: at,
    step: 'CHARGE',
    next_charge_at: at,
    run_at: at,
    ...times,
  });
}

const charge = (id: string, status: string) => ({
  ...owner,
  id,
  status,
  method: 'BOLETO',
  origin: 'TRANSPARENT',
  amount_cents: 10_000,
  paid_amount_cents: 10_000,
  platform_fee_cents: 250,
  metadata: '{}',
  ensure_same_tax_id: false,
  provider: 'simulator',
  expires_at: at,
  paid_at: at,
  bar_code: '1',
  digitable_line: '1',
  due_date: '2026-11-20',
  br_code: '1',
  ...times,
});

const refund = (id: string, charge_id: string, more: object) => ({
  ...owner,
  id,
  kind: 'REQUESTED',
  charge_id,
  original_id: charge_id,
  step: 'DONE',
  rail: 'PIX',
  provider: 'simulator',
  target: 'E1',
  amount_cents: 10_000,
  requested_at: at,
  run_at: at,
  ...times,
  ...more,
});

const hold = (id: string, state: string, more: object = {}) => ({
  ...owner,
  id,
  state,
  purpose: 'REFUND',
  amount_cents: 10_000,
  fee_cents: 0,
  statement_entry_id: `tran_of_${id}`,
  ...times,
  ...more,
});

/** A paid charge, one refunded, one whose refund is under way, one lost in a dispute, a top-up, and money paid twice. */
async function charges(): Promise<void> {
  const { billing, ledger } = databases;
  const states = { char_1: 'PAID', char_2: 'REFUNDED', char_3: 'PAID', char_4: 'CHARGED_BACK' };
  const topUp = { origin: 'TOP_UP', method: 'PIX', platform_fee_cents: 0, txid: 't', end_to_end_id: 'E5' };
  const ofBoletos = { bar_code: null, digitable_line: null, due_date: null };
  await write(billing, 'charges', ...Object.entries(states).map(([id, status]) => charge(id, status)));
  await write(billing, 'charges', { ...charge('char_5', 'PAID'), ...topUp, ...ofBoletos });
  // An order that cost nothing is not booked.
  const nothing = { amount_cents: 0, paid_amount_cents: 0, platform_fee_cents: 0, ...ofBoletos };
  const order = { method: 'FREE', origin: 'CHECKOUT', checkout_id: 'bill_free' };
  await write(billing, 'charges', { ...charge('free_1', 'PAID'), ...order, ...nothing });
  await write(
    billing,
    'refunds',
    refund('ref_2', 'char_2', { status: 'COMPLETE' }),
    refund('ref_3', 'char_3', { status: 'PENDING', step: 'WATCH' }),
    refund('ref_4', 'char_1', { status: 'FAILED' }),
    refund('ref_over', 'char_1', { kind: 'OVERPAYMENT', status: 'PENDING', step: 'KEY', amount_cents: 700 }),
  );
  const dispute = { ...owner, id: 'disp_4', charge_id: 'char_4', amount_cents: 10_000 };
  await write(billing, 'disputes', { ...dispute, status: 'LOST', opened_at: at, closed_at: at });

  for (const id of Object.keys(states)) await journal(`capture:${id}`, 'charge.captured', id, -10_000);
  await journal('top_up:char_5', 'top_up.received', 'char_5', -10_000);
  await journal('hold:ref_2:settled', 'hold.settled', 'ref_2', 10_000);
  await journal('dispute:disp_4:lost', 'dispute.lost', 'disp_4', 10_000);
  await journal('overpaid:ref_over', 'overpayment.received', 'ref_over', -700);
  await write(ledger, 'holds', hold('ref_2', 'SETTLED'), hold('ref_3', 'HELD'), {
    ...hold('ref_gone', 'RELEASED'),
    purpose: null,
    amount_cents: 0,
    statement_entry_id: null,
  });
  await write(ledger, 'disputes', { ...dispute, state: 'LOST', statement_entry_id: 'tran_4', ...times });
  const over = { ...owner, id: 'ref_over', charge_id: 'char_1', state: 'OPEN', amount_cents: 700 };
  await write(ledger, 'overpayments', { ...over, statement_entry_id: 'tran_over', ...times });
  const nobodys = { ...owner, id: 'tran_key', amount_cents: 300, ...times };
  const ofBank = { account: 'a', end_to_end_id: 'E9', is_shared: false, received_at: at };
  await write(billing, 'key_payments', { ...nobodys, ...ofBank, status: 'WAITING' });
  await write(ledger, 'key_payments', { ...nobodys, state: 'OPEN' });
  await journal('key_payment:tran_key', 'key_payment.received', 'tran_key', -300);
  const clearing = { store_id: '~platform', dev_mode, account: 'provider_clearing', stripe: 0 };
  await write(ledger, 'balances', { ...clearing, balance_cents: -31_000 });
}

async function journal(id: string, kind: string, reference_id: string, clearing: number): Promise<void> {
  const { ledger } = databases;
  const entry = { ...owner, journal_id: id, stripe: 0 };
  await write(ledger, 'journals', {
    ...owner,
    id,
    kind,
    reference_id,
    entry_count: 2,
    occurred_at: at,
    recorded_at: at,
  });
  await write(
    ledger,
    'entries',
    { ...entry, line: 1, account: 'provider_clearing', amount_cents: clearing },
    { ...entry, line: 2, account: 'suspense', amount_cents: -clearing },
  );
}

async function payouts(): Promise<void> {
  const { payouts: db, ledger } = databases;
  const payout = {
    ...owner,
    kind: 'WITHDRAW',
    amount_cents: 5_000,
    platform_fee_cents: 80,
    pix_key_type: 'CPF',
    masked_pix_key: '***',
    target_type: 'CPF',
    target_key_sealed: Buffer.from('x'),
    run_at: new Date(),
    requested_at: at,
    ...times,
  };
  await write(
    db,
    'payouts',
    {
      ...payout,
      id: 'tran_1',
      external_id: '1',
      status: 'COMPLETE',
      step: 'DONE',
      end_to_end_id: 'E1',
      receipt_url: 'r',
    },
    {
      ...payout,
      id: 'tran_3',
      external_id: '3',
      status: 'COMPLETE',
      step: 'RETURNS',
      end_to_end_id: 'E3',
      receipt_url: 'r',
      returned_cents: 100,
    },
    {
      ...payout,
      id: 'tran_4',
      external_id: '4',
      status: 'RETURNED',
      step: 'DONE',
      end_to_end_id: 'E4',
      receipt_url: 'r',
      returned_cents: 5_000,
    },
    {
      ...payout,
      id: 'tran_2',
      external_id: '2',
      status: 'PENDING',
      step: 'WATCH',
      end_to_end_id: null,
      receipt_url: null,
    },
  );
  const taken = { purpose: 'WITHDRAW', amount_cents: 5_000, fee_cents: 80 };
  await write(
    ledger,
    'holds',
    hold('tran_1', 'SETTLED', taken),
    hold('tran_2', 'HELD', taken),
    hold('tran_3', 'SETTLED', { ...taken, returned_cents: 100 }),
    hold('tran_4', 'SETTLED', { ...taken, returned_cents: 5_000 }),
  );
}

/** An account at a provider as an earlier release set it. */
export async function anAccountOf(db: Db, table: string): Promise<void> {
  const sealed = {
    settings_sealed: Buffer.from('x'),
    segment_fingerprint: Buffer.from('x'),
    segment_sealed: Buffer.from('x'),
  };
  const more = {
    pix_accounts: { certificate_expires_at: new Date() },
    stripe_accounts: { account_id: 'acct_1', live_mode: true },
  }[table];
  await db(table).insert({ store_id: 'store_old', ...sealed, ...more, created_at: new Date(), updated_at: new Date() });
}
