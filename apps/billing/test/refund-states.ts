import type { Db } from '@pitanga/database';

/** Changes what a table has of some state. */
export const allTo = (table: string, change: object, where: object) => (db: Db) =>
  db(table).where(where).update(change);

/** A change to each of these states, of all rows. */
export const allOf = (table: string, states: readonly string[]) =>
  states.map((status): [string, (db: Db) => Promise<unknown>] => [
    `${table} are ${status}`,
    allTo(table, { status }, {}),
  ]);

/** Refunds to a Pix key that a second person decides about. */
const aDecision = (to: object) => (db: Db) => {
  const asked = { requested_by_kind: 'USER', requested_by: 'user_1', approval_expires_at: db.raw('now()') };
  const key = { pix_key_type: 'EMAIL', pix_key_sealed: Buffer.from('sealed') };
  return db('refunds')
    .where({ status: 'PENDING' })
    .update({ ...asked, ...key, ...to });
};
const decided = { decided_by: 'user_2', decided_at: new Date('2026-11-21T16:00:00.000Z') };

/** The states of refunds that are rare, each as a change that leaves every invariant whole. */
export const refundStates: readonly [string, (db: Db) => Promise<unknown>][] = [
  ['a hold of a refund is not yet asked for', allTo('refunds', { step: 'RESERVE' }, { status: 'PENDING' })],
  ['a refund is being taken back', allTo('refunds', { step: 'TAKE_BACK' }, { status: 'PENDING' })],
  ['a refund is watched', allTo('refunds', { step: 'WATCH' }, { status: 'PENDING' })],
  ['refunds failed', allTo('refunds', { status: 'FAILED', step: 'DONE' }, { status: 'PENDING' })],
  ['a refund waits for a person', aDecision({ step: 'APPROVE', approval_status: 'WAITING' })],
  ['a refund was approved', aDecision({ step: 'WATCH', approval_status: 'APPROVED', ...decided })],
  [
    'refunds were rejected',
    aDecision({
      step: 'DONE',
      status: 'FAILED',
      approval_status: 'REJECTED',
      failure_reason: 'APPROVAL_REJECTED',
      ...decided,
    }),
  ],
  ['approvals of refunds expired', aDecision({ step: 'DONE', status: 'FAILED', approval_status: 'EXPIRED' })],
  ['an overpayment waits for a key', allTo('refunds', { kind: 'OVERPAYMENT', step: 'KEY' }, { status: 'PENDING' })],
];
