import type { Db, Invariant } from '@pitanga/database';
import { asaasMoneyCases } from './asaas-money-states';
import { keyPaymentsMatchCharges, keyReturnsEnd } from '../src/jobs/invariants';

type Now = () => Date;

const aKeyPayment = (now: Now, over: object) => ({
  store_id: 'store_1',
  dev_mode: false,
  id: `tran_${JSON.stringify(over)}`,
  account: 'account_1',
  end_to_end_id: `E_${JSON.stringify(over)}`,
  amount_cents: 100,
  is_shared: false,
  received_at: now(),
  created_at: now(),
  updated_at: now(),
  ...over,
});

/** A paid charge, whose store has the account. */
async function aPaidOne(now: Now, db: Db): Promise<{ id: string; end_to_end_id: string; store_id: string }> {
  const paid = (await db('charges').whereNotNull('end_to_end_id').first('id', 'end_to_end_id', 'store_id')) as {
    id: string;
    end_to_end_id: string;
    store_id: string;
  };
  const at = now();
  const inbox = { settings_at: at, since: at, read_until: at, swept_at: at, run_at: at };
  await db('pix_inboxes').insert({ store_id: paid.store_id, account: 'account_1', is_current: true, ...inbox });
  return paid;
}

const isReturning = { status: 'RETURNING', step: 'SEND' };

/** Damage to what is known of money that a bank or provider moved, and the rule that finds it. */
export const outsideMoneyCases = (now: Now): readonly [string, Invariant, (db: Db) => Promise<unknown>][] => [
  [
    'a Pix is attached to a charge that it does not pay',
    keyPaymentsMatchCharges,
    (db) => db('key_payments').insert(aKeyPayment(now, { status: 'ATTACHED', charge_id: 'pix_char_none' })),
  ],
  [
    'a Pix waits that is the payment of a charge',
    keyPaymentsMatchCharges,
    async (db) => {
      const { end_to_end_id } = await aPaidOne(now, db);
      await db('key_payments').insert(aKeyPayment(now, { status: 'WAITING', end_to_end_id }));
    },
  ],
  [
    'a Pix is on its way back since yesterday',
    keyReturnsEnd,
    (db) =>
      db('key_payments').insert(
        aKeyPayment(now, { ...isReturning, requested_at: new Date(now().getTime() - 25 * 3_600_000) }),
      ),
  ],
  ...asaasMoneyCases(now),
];

/** Pix without a charge in every state, each of them right. */
export const keyPaymentStates = (now: Now): readonly [string, (db: Db) => Promise<unknown>][] => [
  [
    'Pix came without a charge',
    async (db) => {
      const { id: charge_id, end_to_end_id } = await aPaidOne(now, db);
      const requested_at = now();
      await db('key_payments').insert([
        aKeyPayment(now, { status: 'ATTACHED', charge_id, end_to_end_id }),
        aKeyPayment(now, { status: 'WAITING' }),
        aKeyPayment(now, { status: 'RETURNED' }),
        aKeyPayment(now, { ...isReturning, requested_at }),
        aKeyPayment(now, { ...isReturning, step: 'WATCH', requested_at }),
      ]);
    },
  ],
];
