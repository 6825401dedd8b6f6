import { everyTenant } from '@pitanga/core';
import { aTenant, testClock } from '@pitanga/testing';
import { aCharge, anEvent, chargePaid } from '../../test/domain-events';
import { startHarness, type Harness } from '../../test/harness';
import { noticeKinds } from '../notices/notice';
import {
  countUnread,
  deleteOldNotices,
  listNotices,
  listWaitingNotices,
  settleNotices,
  sumNotices,
} from '../notices/notice-repository';
import { keepNotices } from './keep-notices';

const clock = testClock(new Date('2026-11-20T15:00:00.000Z'));
const since = new Date('2026-01-01T00:00:00.000Z');
let harness: Harness;

beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@pitanga.example', PUBLIC_URL: 'http://localhost:9' };
  harness = await startHarness(clock, mail);
}, 120_000);
afterAll(() => harness.stop());

const list = (tenant: ReturnType<typeof aTenant>, kinds: (typeof noticeKinds)[number][] = [...noticeKinds]) =>
  listNotices(harness.deps.db, tenant, { kinds, since, limit: 50 });

describe('notices of a store', () => {
  it('are kept once for each fact, whatever comes again, and of its own store and environment alone', async () => {
    const tenant = aTenant(false);
    const paid = chargePaid(tenant, clock.real(), aCharge({ paidAmountCents: 12_345 }));
    const dispute = { id: 'disp_1', chargeId: 'card_1', amountCents: 500, dueBy: new Date('2026-11-25T00:00:00.000Z') };
    const opened = anEvent('dispute.opened', tenant, clock.real(), { dispute: dispute as never });
    await keepNotices(harness.deps, [paid, opened]);
    await keepNotices(harness.deps, [opened, paid]);
    expect(await list(tenant)).toMatchObject([
      { id: opened.id, kind: 'DISPUTE', recordId: 'disp_1', amountCents: 500, dueAt: dispute.dueBy },
      { id: paid.id, kind: 'PAYMENT', amountCents: 12_345 },
    ]);
    expect(await list({ ...tenant, devMode: true })).toEqual([]);
    expect(await list(aTenant(false))).toEqual([]);
    expect(await list(tenant, ['PAYMENT'])).toHaveLength(1);
  });

  it('are unread until they are read one by one, or all up to one', async () => {
    const tenant = aTenant(false);
    const events = Array.from({ length: 3 }, () => chargePaid(tenant, clock.real()));
    await keepNotices(harness.deps, events);
    const filter = { kinds: noticeKinds, since, most: 100 };
    const unread = (position: number, ids: readonly string[]) =>
      countUnread(harness.deps.db, tenant, { ...filter, read: { position, ids } });
    const [newest, second] = await list(tenant);
    expect(await unread(0, [])).toBe(3);
    expect(await unread(0, [events[0]!.id])).toBe(2);
    expect(await unread(second!.position, [])).toBe(1);
    expect(await unread(newest!.position, [])).toBe(0);
  });

  it('wait for members’ mail in production until they are settled; those of tests and of long ago do not', async () => {
    const tenant = aTenant(false);
    const late = chargePaid(tenant, new Date(clock.real().getTime() - 2 * 86_400_000));
    const paid = chargePaid(tenant, clock.real());
    await keepNotices(harness.deps, [late, paid, chargePaid(aTenant(true), clock.real())]);
    const waiting = async () =>
      (await listWaitingNotices(harness.deps.db, everyTenant, 500)).filter(
        (one) => one.tenant.storeId === tenant.storeId,
      );
    const [one, ...others] = await waiting();
    expect([one?.id, others]).toEqual([paid.id, []]);
    await settleNotices(harness.deps.db, everyTenant, [one!.position]);
    expect(await waiting()).toEqual([]);
  });

  it('are counted and summed by kind, and deleted when they are old', async () => {
    const tenant = aTenant(false);
    await keepNotices(
      harness.deps,
      [100, 250].map((paidAmountCents) => chargePaid(tenant, clock.real(), aCharge({ paidAmountCents }))),
    );
    const day = { from: new Date('2026-11-20T03:00:00.000Z'), until: new Date('2026-11-21T03:00:00.000Z') };
    const sums = await sumNotices(harness.deps.db, tenant, { kinds: noticeKinds, ...day });
    expect(sums).toEqual([{ kind: 'PAYMENT', count: 2, amountCents: 350 }]);
    await deleteOldNotices(harness.deps.db, everyTenant, new Date(clock.real().getTime() + 1));
    expect(await list(tenant)).toEqual([]);
  });

  it('of a payout are of one that waits for approval, with the person who asked and may not approve', async () => {
    const tenant = aTenant(false);
    const expiresAt = new Date('2026-11-22T15:00:00.000Z');
    const payout = { id: 'tran_1', amountCents: 900, kind: 'PAYOUT_KIND_WITHDRAW', requestedBy: { id: 'user_1' } };
    const approval = { status: 'PAYOUT_APPROVAL_STATUS_WAITING', requestedBy: { id: 'user_1' }, expiresAt };
    const created = (more: object) =>
      anEvent('payout.created', tenant, clock.real(), { payout: { ...payout, ...more } as never });
    await keepNotices(harness.deps, [created({}), created({ approval })]);
    expect(await list(tenant)).toMatchObject([
      { kind: 'PAYOUT_APPROVAL', recordId: 'tran_1', askedBy: 'user_1', dueAt: expiresAt, isTransfer: false },
    ]);
  });
});
