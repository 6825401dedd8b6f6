import type { Notice, SendAccountMailRequest } from '@pitanga/contracts';
import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { peopleApi } from '../../test/people';
import { storeMembers } from '../../test/store-members';
import { giveNotices } from './give-notices';
import { certificateStep, lookAtCertificates } from './look-at-certificates';
import { sendDigests, type DigestDeps } from './send-digests';
import { sendNoticeMails } from './send-notice-mails';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const listed: { request: unknown }[] = [];
let shown: Notice[] = [];

const aNotice = (more: Partial<Notice>): Notice => ({
  id: 'evt_1',
  kind: 'NOTICE_KIND_DISPUTE',
  recordId: 'disp_1',
  amountCents: 1_000,
  isTransfer: false,
  createdAt: new Date(),
  position: 1,
  ...more,
});

const api = startBeforeAll(() =>
  peopleApi({
    answer: (name, request) => {
      if (name === 'notices.listNotices') {
        listed.push({ request });
        return { notices: shown, unread: shown.length };
      }
      return name === 'mails.getMailState' ? { isOff: false } : {};
    },
  }),
);
const { aStore, aMember, idOf, anEmail, fresh } = storeMembers(() => api);

/** The jobs, with a mail queue that keeps each message once and may be off. */
function jobs(waiting: readonly { tenant: Tenant; notice: Notice }[] = [], isOff = false) {
  const mails = new Map<string, SendAccountMailRequest>();
  const state = { waiting: [...waiting], failsToSettle: false };
  const deps = {
    ...api.people,
    publicUrl: 'https://pitanga.example',
    clients: {
      mails: {
        sendAccountMail: (request: SendAccountMailRequest) => {
          if (!isOff && !mails.has(request.messageId)) mails.set(request.messageId, request);
          return Promise.resolve({ queued: !isOff, isOff });
        },
      },
      notices: {
        listWaitingNotices: () => Promise.resolve({ notices: [...state.waiting] }),
        settleNotices: () => {
          if (state.failsToSettle) return Promise.reject(new Error('crashed'));
          state.waiting = [];
          return Promise.resolve({});
        },
        sumNotices: () => Promise.resolve({ sums: [{ kind: 'NOTICE_KIND_PAYMENT', count: 3, amountCents: 900 }] }),
      },
      disputes: { listDisputes: () => Promise.resolve({ disputes: [{ amountCents: 70 }] }) },
      payouts: { listPayouts: () => Promise.resolve({ payouts: [] }) },
      refundRequests: { listRefundRequests: () => Promise.resolve({ requests: [] }) },
    },
  } as unknown as DigestDeps;
  const run = async (): Promise<SendAccountMailRequest[]> => {
    await giveNotices(deps, everyTenant);
    await sendNoticeMails(deps, everyTenant);
    return [...mails.values()];
  };
  return { deps, state, mails, run };
}

const live = (storeId: string) => toTenant(storeId, false);

describe('mail to members', () => {
  it('goes to those whose role may read it, by their switches, and not to who asked', async () => {
    const storeId = await aStore();
    const [owner, asker, viewer, developer] = [anEmail(), anEmail(), anEmail(), anEmail()];
    await aMember(storeId, 'OWNER', owner);
    const askedBy = await idOf(await aMember(storeId, 'FINANCE', asker));
    await aMember(storeId, 'VIEWER', viewer);
    const off = (await aMember(storeId, 'DEVELOPER', developer)).in(storeId, 'prod');
    await off.must('POST', '/notices/switches/change', { bell: ['DISPUTE'], mail: [], digest: false });
    const tenant = live(storeId);
    const approval = aNotice({ id: 'evt_a', kind: 'NOTICE_KIND_PAYOUT_APPROVAL', recordId: 'tran_1', askedBy });
    const { run } = jobs([
      { tenant, notice: approval },
      { tenant, notice: aNotice({ id: 'evt_d' }) },
      { tenant, notice: aNotice({ id: 'evt_p', kind: 'NOTICE_KIND_PAYMENT' }) },
    ]);
    const mails = (await run()).map(({ email, link, notices }) => [email, notices?.lines[0]?.kind, link]);
    const at = `https://pitanga.example/dashboard/${storeId}/live`;
    expect(mails.sort()).toEqual(
      [
        [owner, 'NOTICE_KIND_PAYOUT_APPROVAL', `${at}/payouts/tran_1`],
        [owner, 'NOTICE_KIND_DISPUTE', `${at}/disputes/disp_1`],
        [asker, 'NOTICE_KIND_DISPUTE', `${at}/disputes/disp_1`],
        [viewer, 'NOTICE_KIND_DISPUTE', `${at}/disputes/disp_1`],
      ].sort(),
    );
  });

  it('is sent once for each fact, also after a crash at every step', async () => {
    const storeId = await aStore();
    await aMember(storeId, 'OWNER');
    const { run, state, deps } = jobs([{ tenant: live(storeId), notice: aNotice({}) }]);
    state.failsToSettle = true;
    await expect(giveNotices(deps, everyTenant)).rejects.toThrow('crashed');
    state.failsToSettle = false;
    const [first, ...others] = await run();
    expect([first?.notices?.lines, others]).toMatchObject([[{ count: 1 }], []]);
    // The mail queue has it, and this service did not keep that.
    await api.database.db('notice_mails').where({ store_id: storeId }).update({ sent_at: null });
    expect(await run()).toHaveLength(1);
    // The same fact, given again after its mail.
    state.waiting = [{ tenant: live(storeId), notice: aNotice({}) }];
    api.clock.advance(20 * minuteMs);
    expect(await run()).toHaveLength(1);
  });

  it('folds what comes within a quarter of an hour, and gives one person no more than thirty a day', async () => {
    const storeId = await aStore();
    await aMember(storeId, 'OWNER');
    const tenant = live(storeId);
    const { run, state } = jobs([{ tenant, notice: aNotice({ id: 'evt_0' }) }]);
    expect(await run()).toHaveLength(1);
    state.waiting = [1, 2].map((n) => ({ tenant, notice: aNotice({ id: `evt_${String(n)}` }) }));
    expect(await run()).toHaveLength(1);
    api.clock.advance(16 * minuteMs);
    const folded = await run();
    expect(folded[1]).toMatchObject({ notices: { lines: [{ count: 2, amountCents: 2_000 }] } });
    for (let n = 0; n < 40; n += 1) {
      state.waiting = [{ tenant, notice: aNotice({ id: `evt_more_${String(n)}` }) }];
      api.clock.advance(16 * minuteMs);
      await run();
    }
    expect(await run()).toHaveLength(30);
  }, 60_000);

  it('goes to no one who was removed or may not read it any more, and waits while no mail is sent', async () => {
    const storeId = await aStore();
    const owner = (await aMember(storeId, 'OWNER')).in(storeId, 'prod');
    const left = await aMember(storeId, 'FINANCE');
    const leftId = await idOf(left);
    const demoted = await idOf(await aMember(storeId, 'DEVELOPER'));
    const off = jobs([{ tenant: live(storeId), notice: aNotice({ kind: 'NOTICE_KIND_WEBHOOK_OFF' }) }], true);
    await off.run();
    expect(await api.database.db('notice_mails').where({ store_id: storeId, sent_at: null })).toHaveLength(2);
    await fresh(owner);
    await owner.must('POST', '/v2/members/update', { id: demoted, role: 'SUPPORT' });
    await owner.must('POST', '/v2/members/remove', { id: leftId });
    expect(await api.database.db('notice_mails').where({ user_id: leftId })).toEqual([]);
    const [only, ...others] = await jobs().run();
    expect([only?.notices?.lines[0]?.kind, others]).toEqual(['NOTICE_KIND_WEBHOOK_OFF', []]);
  });
});

describe('the daily digest', () => {
  const advanceTo = (at: string) => {
    api.clock.advance(new Date(at).getTime() - api.clock.real().getTime());
  };

  it('is mailed once a morning, to who wants it, with the sums of yesterday and what is open', async () => {
    const storeId = await aStore();
    const email = anEmail();
    const owner = (await aMember(storeId, 'OWNER', email)).in(storeId, 'prod');
    await owner.must('POST', '/notices/switches/change', { bell: [], mail: [], digest: true });
    const { deps, mails } = jobs();
    advanceTo('2027-03-10T10:59:00.000Z');
    await sendDigests(deps, everyTenant);
    expect(mails.size).toBe(0);
    advanceTo('2027-03-10T11:00:00.000Z');
    await sendDigests(deps, everyTenant);
    await sendDigests(deps, everyTenant);
    expect([...mails.values()]).toMatchObject([
      {
        email,
        notices: {
          lines: [
            { kind: 'NOTICE_KIND_PAYMENT', count: 3, isOpen: false },
            { kind: 'NOTICE_KIND_DISPUTE', count: 1, amountCents: 70, isOpen: true },
          ],
        },
      },
    ]);
    // A crash before it was kept that it was sent.
    await api.database.db('notice_switches').where({ store_id: storeId }).update({ digest_day: null });
    await sendDigests(deps, everyTenant);
    expect(mails.size).toBe(1);
    api.clock.advance(dayMs);
    await sendDigests(deps, everyTenant);
    expect(mails.size).toBe(2);
  });
});

describe('the bell', () => {
  it('asks for what the role may read and the person has on, since they joined, and keeps what is read', async () => {
    const storeId = await aStore();
    const owner = (await aMember(storeId, 'OWNER')).in(storeId, 'prod');
    const viewer = (await aMember(storeId, 'VIEWER')).in(storeId, 'prod');
    shown = [aNotice({ id: 'evt_2', position: 9 }), aNotice({ id: 'evt_1', position: 7 })];
    const bell = await owner.must('GET', '/notices/list');
    expect(bell).toMatchObject({
      unread: 2,
      notices: [{ path: '/disputes/disp_1', isRead: false }, { isRead: false }],
    });
    await viewer.must('GET', '/notices/list');
    const kinds = ['PAYMENT', 'PAYOUT_FAILED', 'DISPUTE', 'RENEWAL_FAILED'].map((kind) => `NOTICE_KIND_${kind}`);
    expect(listed.at(-1)?.request).toMatchObject({ kinds, readPosition: 0, readIds: [] });

    await owner.must('POST', '/notices/read', { id: 'evt_1', position: 7 });
    expect(await owner.must('GET', '/notices/list')).toMatchObject({ notices: [{ isRead: false }, { isRead: true }] });
    expect(listed.at(-1)?.request).toMatchObject({ readPosition: 0, readIds: ['evt_1'] });
    await owner.must('POST', '/notices/read', { position: 9 });
    await owner.must('GET', '/notices/list');
    expect(listed.at(-1)?.request).toMatchObject({ readPosition: 9, readIds: [] });
    // What one has read, another has not.
    expect(await viewer.must('GET', '/notices/list')).toMatchObject({
      notices: [{ isRead: false }, { isRead: false }],
    });

    for (let n = 0; n < 202; n += 1)
      await owner.must('POST', '/notices/read', { id: `e${String(n)}`, position: 10 + n });
    await owner.must('GET', '/notices/list');
    expect(listed.at(-1)?.request).toMatchObject({ readPosition: 11 });

    await owner.must('POST', '/notices/switches/change', { bell: ['DISPUTE'], mail: ['PAYMENT'], digest: true });
    await owner.must('GET', '/notices/list');
    expect(listed.at(-1)?.request).toMatchObject({ kinds: ['NOTICE_KIND_DISPUTE'] });
    const chosen = { bell: ['DISPUTE'], mail: ['PAYMENT'], digest: true };
    expect(await owner.must('GET', '/notices/switches')).toMatchObject(chosen);
    expect((await viewer.must('GET', '/notices/switches'))['kinds']).toHaveLength(4);
  }, 60_000);

  it('of another store is no one’s', async () => {
    const storeId = await aStore();
    const stranger = (await aMember(await aStore(), 'OWNER')).in(storeId, 'prod');
    for (const [method, path] of [
      ['GET', '/notices/list'],
      ['GET', '/notices/switches'],
      ['POST', '/notices/read'],
    ] as const) {
      const { status } = await stranger.call(method, path, { position: 1 });
      expect([path, status]).toEqual([path, 404]);
    }
  });
});

describe('certificates', () => {
  it('have one notice for each step towards their end', async () => {
    const now = new Date('2026-11-20T00:00:00.000Z');
    const steps = [45, 29.5, 6.5, 0.5, -1].map((days) => certificateStep(new Date(now.getTime() + days * dayMs), now));
    expect(steps).toEqual([undefined, 30, 7, 1, 0]);
    const kept: object[] = [];
    const storeId = await aStore();
    const account = { certificateExpiresAt: new Date(api.clock.real().getTime() + 3 * dayMs) };
    const deps = {
      ...api.people,
      providers: { list: () => Promise.resolve({ providers: [{ provider: 'BACEN_PIX', account }] }) },
      clients: { notices: { keepNotice: (request: object) => Promise.resolve(kept.push(request)) } },
    } as never;
    for (let after: string | undefined = ''; after !== undefined;) {
      after = await lookAtCertificates(deps, everyTenant, after);
    }
    const id = `certificate:BACEN_PIX:${account.certificateExpiresAt.toISOString()}:7`;
    expect(kept).toContainEqual(
      expect.objectContaining({ tenant: live(storeId), notice: expect.objectContaining({ id }) }),
    );
  });
});
