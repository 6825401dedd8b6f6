import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { listEntriesAfter } from '../src/audit/audit-repository';
import { applyDueLimitChanges } from '../src/payout-limits/change-limits';
import { mailLimitChanges } from '../src/payout-limits/mail-limit-changes';
import { findPayoutLimits } from '../src/payout-limits/payout-limits-repository';
import { tellUntoldLimits } from '../src/payout-limits/tell-limits';
import { findStore, storeTaxIdPlace } from '../src/stores/store-repository';
import { peopleApi, type Browser, type PeopleApi } from './people';
import { storeMembers } from './store-members';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const use = {
  dayCents: 700,
  dayEndsAt: new Date('2026-11-22T03:00:00Z'),
  nightCents: 0,
  nightEndsAt: new Date('2026-11-22T11:00:00Z'),
  lastOrderAt: undefined,
};

interface Change {
  readonly id: string;
  readonly status: string;
  readonly confirmation: string;
  readonly worksAt: string | null;
}

describe('the limits of payouts', () => {
  let api: PeopleApi;
  const told: { readonly name: string; readonly request: object }[] = [];
  let isLedgerAway = false;
  beforeAll(async () => {
    api = await peopleApi({
      answer: (name, request) => {
        if (name === 'ledger.configurePayoutLimits' && isLedgerAway) throw new Error('away');
        if (name !== 'ledger.getPayoutUse') told.push({ name, request: request as object });
        return name === 'ledger.getPayoutUse'
          ? use
          : { availableCents: 0, pendingCents: 0, blockedCents: 0, topUpCents: 0 };
      },
    });
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    told.length = 0;
    isLedgerAway = false;
  });

  const { aStore, aMember, fresh, idOf } = storeMembers(() => api);
  const update = (who: Browser, body: object) => who.call('POST', '/v2/payout-limits/update', body);
  const must = async (who: Browser, path: string, body: object): Promise<Change> =>
    (await who.must('POST', `/v2/${path}`, body)) as unknown as Change;
  const change = (who: Browser, body: object) => must(who, 'payout-limits/update', body);
  const limitsOf = (tenant: Tenant) => findPayoutLimits(api.database.db, tenant, api.limitDeps.sealer);
  const runJobs = () => applyDueLimitChanges(api.limitDeps, everyTenant);
  /** The factor of a session lasts 15 minutes. */
  const later = async (ms: number, ...who: Browser[]) => {
    api.clock.advance(ms);
    // Somebody has used the sessions meanwhile.
    await api.database.db('sessions').update({ last_seen_at: api.clock.real() });
    for (const one of who) await fresh(one);
  };

  async function aTeam() {
    const storeId = await aStore();
    const tax_id_sealed = api.limitDeps.sealer.seal('11222333000181', storeTaxIdPlace(storeId));
    await api.database.db('stores').where({ id: storeId }).update({ tax_id_sealed });
    const [ana, bia] = [await aMember(storeId, 'OWNER'), await aMember(storeId, 'OWNER')];
    for (const one of [ana, bia]) await fresh(one);
    return { storeId, tenant: toTenant(storeId, true), ana, bia };
  }

  it('are set at once, told to the ledger with a version, and shown with what is used, keys masked', async () => {
    const { ana, tenant } = await aTeam();
    const set = { perDay: 1_000, perNight: 500, allowedKeys: [{ type: 'EMAIL', key: 'Ana@Example.com' }] };
    expect(await change(ana, set)).toMatchObject({ status: 'APPLIED', confirmation: 'NONE' });
    const request = told.at(-1)?.request as { limits: { beneficiaries: { fingerprints: Buffer[] } } };
    expect(request).toMatchObject({ tenant, limits: { dayCents: 1_000, nightCents: 500 }, version: 1 });
    expect(request.limits.beneficiaries.fingerprints).toHaveLength(1);
    expect(JSON.stringify(request)).not.toContain('ana@example.com');
    expect(await ana.must('GET', '/v2/store/get')).toMatchObject({
      payoutLimits: {
        perOrder: null,
        perDay: 1_000,
        allowedKeys: [{ type: 'EMAIL', key: 'a***@example.com' }],
        used: { day: 700, dayEndsAt: '2026-11-22T03:00:00.000Z', nextOrderAt: null },
      },
    });
    expect(await ana.must('GET', '/v2/payout-limits/get')).toMatchObject({
      limits: { allowedKeys: [{ type: 'EMAIL', key: 'ana@example.com' }] },
      change: null,
    });
    const row = (await api.database.db('payout_limits').where({ store_id: tenant.storeId }).first()) as object;
    expect(JSON.stringify(Object.values(row).map(String))).not.toContain('ana@example.com');
  });

  it('get looser by two people and a day later, and not by one, nor a minute earlier', async () => {
    const { ana, bia, tenant } = await aTeam();
    await change(ana, { perDay: 1_000 });
    const asked = await change(ana, { perDay: 9_000 });
    expect(asked).toMatchObject({ status: 'WAITING', confirmation: 'SECOND_PERSON', worksAt: null });
    expect((await ana.call('POST', '/v2/payout-limit-changes/confirm', { id: asked.id })).code).toBe(
      'LIMIT_CHANGE_OWN',
    );
    await later(2 * dayMs, ana, bia);
    await runJobs();
    expect((await limitsOf(tenant)).perDay).toBe(1_000);
    const confirmed = await must(bia, 'payout-limit-changes/confirm', { id: asked.id });
    expect(confirmed).toMatchObject({ status: 'SCHEDULED' });
    expect(await must(bia, 'payout-limit-changes/confirm', { id: asked.id })).toEqual(confirmed);
    await later(dayMs - 60_000, ana, bia);
    await runJobs();
    expect((await limitsOf(tenant)).perDay).toBe(1_000);
    await later(60_000);
    await Promise.all([runJobs(), runJobs(), runJobs()]);
    expect(await limitsOf(tenant)).toMatchObject({ perDay: 9_000, version: 2 });
    await tellUntoldLimits(api.limitDeps, everyTenant);
    expect(told.at(-1)).toMatchObject({ request: { tenant, limits: { dayCents: 9_000 }, version: 2 } });
    const actions = (await listEntriesAfter(api.database.db, tenant, 0, 100)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('payout_limits.'))).toEqual([
      'payout_limits.changed',
      'payout_limits.change_asked',
      'payout_limits.change_confirmed',
      'payout_limits.changed',
    ]);
  });

  it('of a store with one person get looser a day later, and that person may cancel it meanwhile', async () => {
    const storeId = await aStore();
    const [tenant, ana] = [toTenant(storeId, true), await aMember(storeId, 'OWNER')];
    await aMember(storeId, 'FINANCE');
    await fresh(ana);
    await change(ana, { perOrder: 100 });
    const asked = await change(ana, { perOrder: null });
    expect(asked).toMatchObject({ status: 'SCHEDULED', confirmation: 'DELAY' });
    expect(await must(ana, 'payout-limit-changes/cancel', { id: asked.id })).toMatchObject({ status: 'CANCELLED' });
    await later(dayMs, ana);
    await runJobs();
    expect((await limitsOf(tenant)).perOrder).toBe(100);
    await change(ana, { perOrder: null });
    await later(dayMs);
    await runJobs();
    expect((await limitsOf(tenant)).perOrder).toBeUndefined();
  });

  it('get stricter at once, which ends what was asked before', async () => {
    const { ana, bia, tenant } = await aTeam();
    await change(ana, { perDay: 1_000 });
    const asked = await change(ana, { perDay: 9_000 });
    expect((await update(bia, { perDay: 8_000 })).code).toBe('LIMIT_CHANGE_OPEN');
    expect(await change(bia, { perDay: 10 })).toMatchObject({ status: 'APPLIED' });
    expect((await bia.call('POST', '/v2/payout-limit-changes/confirm', { id: asked.id })).code).toBe(
      'LIMIT_CHANGE_ENDED',
    );
    expect((await limitsOf(tenant)).perDay).toBe(10);
    expect((await update(bia, { perDay: 10 })).status).toBe(400);
  });

  it('guard the amount of approvals too, whatever the route', async () => {
    const { ana, bia, storeId } = await aTeam();
    const limit = async () => (await findStore(api.database.db, { storeId }))?.payoutApprovalAbove;
    await ana.must('POST', '/v2/store/update', { payoutApprovalAbove: 5_000 });
    for (const payoutApprovalAbove of [5_001, null]) {
      const answer = await ana.call('POST', '/v2/store/update', { payoutApprovalAbove });
      expect(answer).toMatchObject({ status: 400, code: 'LIMIT_CHANGE_NEEDED' });
    }
    await ana.must('POST', '/v2/store/update', { payoutApprovalAbove: 4_000 });
    const asked = await change(ana, { payoutApprovalAbove: null });
    await must(bia, 'payout-limit-changes/confirm', { id: asked.id });
    expect(await limit()).toBe(4_000);
    await later(dayMs);
    await runJobs();
    expect(await limit()).toBeUndefined();
  });

  it('do not change by a request for what was changed meanwhile', async () => {
    const { ana, bia, storeId } = await aTeam();
    await ana.must('POST', '/v2/store/update', { payoutApprovalAbove: 5_000 });
    const asked = await change(ana, { payoutApprovalAbove: null });
    await must(bia, 'payout-limit-changes/confirm', { id: asked.id });
    await bia.must('POST', '/v2/store/update', { payoutApprovalAbove: 10 });
    await later(dayMs);
    await runJobs();
    expect((await findStore(api.database.db, { storeId }))?.payoutApprovalAbove).toBe(10);
  });

  it('of another store, and by others than its owners with a fresh factor, do not change', async () => {
    const { ana, storeId } = await aTeam();
    const other = await aTeam();
    const finance = await aMember(storeId, 'FINANCE');
    await fresh(finance);
    await change(ana, { perDay: 1_000 });
    const asked = await change(ana, { perDay: 2_000 });
    for (const path of ['confirm', 'cancel']) {
      const answer = await other.bia.call('POST', `/v2/payout-limit-changes/${path}`, { id: asked.id });
      expect(answer).toMatchObject({ status: 404, code: 'LIMIT_CHANGE_NOT_FOUND' });
    }
    expect((await update(finance, { perDay: 1 })).code).toBe('PERMISSION_MISSING');
    await later(hourMs);
    expect((await update(ana, { perDay: 1 })).code).toBe('SECOND_FACTOR_REQUIRED');
    const shown = await finance.must('GET', '/v2/payout-limits/get');
    expect(shown).toMatchObject({ limits: { perDay: 1_000 }, change: { after: { perDay: 2_000 } } });
  });

  it('that two people propose at once are one proposal', async () => {
    const { ana, bia } = await aTeam();
    await change(ana, { perDay: 1_000 });
    const answers = await Promise.all([ana, bia, ana, bia].map((one) => update(one, { perDay: 2_000 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('reach the ledger later when it is away', async () => {
    const { ana, tenant } = await aTeam();
    isLedgerAway = true;
    await change(ana, { perDay: 1_000 });
    isLedgerAway = false;
    await tellUntoldLimits(api.limitDeps, everyTenant);
    expect(told.at(-1)).toMatchObject({ request: { tenant, limits: { dayCents: 1_000 }, version: 1 } });
    told.length = 0;
    await tellUntoldLimits(api.limitDeps, everyTenant);
    expect(told).toEqual([]);
  });

  it('are mailed to every owner at each step, once', async () => {
    const { ana, bia, storeId } = await aTeam();
    await aMember(storeId, 'VIEWER');
    await mailLimitChanges(api.limitDeps, everyTenant);
    await change(ana, { perDay: 1_000 });
    const mails = async () => {
      told.length = 0;
      for (let time = 0; time < 2; time += 1) await mailLimitChanges(api.limitDeps, everyTenant);
      return told
        .filter(({ name }) => name === 'mails.sendAccountMail')
        .map(({ request }) => request as { kind: string } & Record<string, unknown>);
    };
    const emailOf = async (person: Browser) => ((await person.must('GET', '/me'))['user'] as { email: string }).email;
    const [both, owners] = [await mails(), [await idOf(ana), await idOf(bia)]];
    expect(both).toHaveLength(2);
    expect(both).toMatchObject(owners.map(() => ({ kind: 'ACCOUNT_MAIL_KIND_LIMIT_CHANGE_APPLIED' })));
    const asked = await change(ana, { perDay: 2_000 });
    const [kind, step] = ['ACCOUNT_MAIL_KIND_LIMIT_CHANGE', { by: await emailOf(ana), address: /\.x$/ }];
    const says = async (more: object) => {
      const [mail] = await mails();
      expect(mail).toMatchObject({ by: step.by, happenedAt: api.clock.real(), ...more });
      expect(mail?.['address']).toMatch(step.address);
    };
    await says({ kind: `${kind}_ASKED`, decidedBy: undefined });
    await must(bia, 'payout-limit-changes/confirm', { id: asked.id });
    await says({ kind: `${kind}_SCHEDULED`, decidedBy: await emailOf(bia) });
    await must(ana, 'payout-limit-changes/cancel', { id: asked.id });
    await says({ kind: `${kind}_ENDED`, decidedBy: await emailOf(ana) });
  });

  it('are mailed and recorded as one act, the amount of approvals as well', async () => {
    const { ana, storeId, tenant } = await aTeam();
    const notices = () => api.database.db('security_notices').where({ store_id: storeId, kind: 'LIMITS_CHANGED' });
    await change(ana, { perDay: 1_000, payoutApprovalAbove: 500 });
    expect((await findStore(api.database.db, tenant))?.payoutApprovalAbove).toBe(500);
    const entries = await listEntriesAfter(api.database.db, tenant, 0, 100);
    const acts = entries.filter(({ action }) => /^(?:store|payout_limits)\./.test(action));
    expect(acts.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'payout_limits.changed',
        '{"perDay":null,"payoutApprovalAbove":null}',
        '{"perDay":1000,"payoutApprovalAbove":500}',
      ],
    ]);
    expect(await notices()).toEqual([]);
    await ana.must('POST', '/v2/store/update', { payoutApprovalAbove: 400 });
    expect(await notices()).toHaveLength(2);
  });

  it('take keys and amounts that exist', async () => {
    const { ana } = await aTeam();
    for (const body of [
      { perDay: -1 },
      { perDay: 1.5 },
      { intervalSeconds: 86_401 },
      { allowedKeys: [{ type: 'CPF', key: '1' }] },
      { allowedKeys: [{ type: 'BR_CODE', key: 'x' }] },
    ]) {
      expect((await update(ana, body)).status).toBe(400);
    }
  });
});
