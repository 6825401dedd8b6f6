import { aTenant, testDatabase, type TestDatabase } from '@pitanga/testing';
import { findSettled } from '../src/commands/reconcile-settlements';

const { storeId: store_id, devMode: dev_mode } = aTenant();
const owner = { store_id, dev_mode };
const at = new Date('2026-11-21T12:00:00Z');
const times = { created_at: at, updated_at: at };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('billing');
  // Past triggers and foreign keys: only what the file is made of has to be right.
  await database.db.transaction(async (tx) => {
    await tx.raw('set local session_replication_role = replica');
    await tx('charges').insert([
      charge('char_1', 'PAID'),
      charge('char_2', 'REFUNDED'),
      charge('char_3', 'CHARGED_BACK'),
    ]);
    await tx('charges').insert({ ...charge('char_4', 'PENDING'), paid_amount_cents: null, paid_at: null });
    await tx('refunds').insert([
      refund('ref_1', 'char_2', { status: 'COMPLETE' }),
      refund('ref_2', 'char_1', { status: 'PENDING', step: 'WATCH' }),
      refund('ref_3', 'char_1', { status: 'FAILED' }),
      refund('ref_over', 'char_1', { kind: 'OVERPAYMENT', status: 'PENDING', step: 'KEY', amount_cents: 700 }),
      refund('ref_back', 'char_2', { target: 'E2', kind: 'OVERPAYMENT', status: 'COMPLETE', amount_cents: 300 }),
    ]);
    const dispute = { ...owner, id: 'disp_1', charge_id: 'char_3', amount_cents: 10_000 };
    await tx('disputes').insert({ ...dispute, status: 'LOST', opened_at: at, closed_at: at });
  });
});
afterAll(() => database.close());

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

describe('the settlement file of the simulator', () => {
  it('tells what the provider saw of a store, and nothing of another or of its other environment', async () => {
    const lines = await findSettled(database.db, store_id, dev_mode);
    expect(lines.map(({ type, reference, amountCents }) => `${type} ${reference} ${amountCents}`).sort()).toEqual([
      'CHARGEBACK disp_1 10000',
      'OVERPAYMENT ref_back 300',
      'OVERPAYMENT ref_over 700',
      'OVERPAYMENT_RETURN ref_back 300',
      'PAYMENT char_1 10000',
      'PAYMENT char_2 10000',
      'PAYMENT char_3 10000',
      'REFUND ref_1 10000',
    ]);
    expect(new Set(lines.map(({ method }) => method))).toEqual(new Set(['BOLETO']));
    expect(await findSettled(database.db, store_id, !dev_mode)).toEqual([]);
    expect(await findSettled(database.db, aTenant().storeId, dev_mode)).toEqual([]);
  });
});
