import { unavailable, type Tenant } from '@pitanga/core';
import { aTenant, startAsaasStandIn, startBeforeAll } from '@pitanga/testing';
import { findHealth } from '../src/account-health/account-health-repository';
import { createHealthBook } from '../src/account-health/health-book';
import { createHealthExchange } from '../src/jobs/exchange-health';
import { toFailure, type AccountFailure } from '../src/provider/method-health';
import { anAsaasStore } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import { settingsJson, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
const limits = { failuresMax: 5, restMs: 30_000 };
const minuteMs = 60_000;
let tenant: Tenant;

beforeEach(() => {
  tenant = aTenant(false);
});

const now = () => billing.clock.real();

/** Another process of billing on the same database. */
function aProcess(clock: { real(): Date } = billing.clock) {
  const healths = createHealthBook(limits);
  const health = () => healths.of(tenant.storeId, 'bacen-pix', 'PIX');
  const ask = (times: number, failure?: AccountFailure, tookMs = 100): void => {
    for (let time = 0; time < times; time += 1) {
      health().begin(clock.real());
      if (failure) health().failed(clock.real(), tookMs, failure);
      else health().succeeded(tookMs);
    }
  };
  const exchange = createHealthExchange({ db: billing.deps.db, clock: { ...billing.clock, ...clock }, healths });
  return { ask, exchange, health, isResting: () => health().isResting(now()) };
}

async function share(...processes: readonly ReturnType<typeof aProcess>[]): Promise<void> {
  for (const process of [...processes, ...processes]) await process.exchange();
}

const readHealth = async () => (await findHealth(billing.db, tenant, now()))[0];

describe('how an account answers', () => {
  it('is known to all processes: it rests after five failures of any, until one has made a payment', async () => {
    const [one, two, third] = [aProcess(), aProcess(), aProcess()];
    one.ask(3, 'REFUSED');
    two.ask(1, 'NO_ANSWER');
    await share(one, two, third);
    expect([one, two, third].map(({ isResting }) => isResting())).toEqual([false, false, false]);
    two.ask(1, 'DENIED');
    const restsFrom = now();
    await share(one, two, third);
    expect([one, two, third].map(({ isResting }) => isResting())).toEqual([true, true, true]);
    expect(await readHealth()).toMatchObject({ restsFrom, failedAt: restsFrom, failure: 'DENIED' });
    billing.clock.advance(31_000);
    expect(third.isResting()).toBe(false);
    // Its trial fails: it has rested since the first time.
    third.ask(1, 'SLOW');
    await share(third, one);
    expect([one.isResting(), third.isResting()]).toEqual([true, true]);
    expect((await readHealth())?.restsFrom).toEqual(restsFrom);
    billing.clock.advance(31_000);
    one.ask(1);
    await share(one, two, third);
    two.ask(1, 'NO_ANSWER');
    await share(two, third);
    expect([one, two, third].map(({ isResting }) => isResting())).toEqual([false, false, false]);
    expect(await readHealth()).toMatchObject({ restsFrom: undefined, failure: 'NO_ANSWER' });
  });

  it('keeps payments of its process away from the first slow one on: two seconds, then twice as long each time', () => {
    const one = aProcess();
    for (const restMs of [1_875, 3_750, 7_500, 15_000, 30_000, 30_000]) {
      one.ask(1, 'SLOW');
      billing.clock.advance(restMs - 1);
      expect(one.isResting()).toBe(true);
      billing.clock.advance(1);
      expect(one.isResting()).toBe(false);
    }
    one.ask(1);
    one.ask(1, 'NO_ANSWER');
    expect(one.isResting()).toBe(false);
    one.ask(1, 'SLOW');
    expect(one.isResting()).toBe(true);
    one.ask(1);
    expect(one.isResting()).toBe(false);
  });

  it('lets one payment at a time find out whether it is slow still', () => {
    const { health, isResting } = aProcess();
    health().begin(now());
    expect(isResting()).toBe(false);
    health().failed(now(), 4_000, 'SLOW');
    billing.clock.advance(1_875);
    health().begin(now());
    billing.clock.advance(4_000);
    expect(isResting()).toBe(true);
    health().failed(now(), 4_000, 'SLOW');
    billing.clock.advance(3_750);
    expect(isResting()).toBe(false);
  });

  it('is learnt by a process that starts while it rests, and by its trial alone once that is over', async () => {
    const one = aProcess();
    one.ask(5, 'SLOW');
    await one.exchange();
    const late = aProcess();
    await late.exchange();
    expect(late.isResting()).toBe(true);
    billing.clock.advance(31_000);
    // The same rest is not learnt again.
    await late.exchange();
    expect(late.isResting()).toBe(false);
  });

  it('is not taken from the others by a process that cannot reach it', async () => {
    const [broken, well] = [aProcess(), aProcess()];
    for (let second = 0; second < 4; second += 1) {
      broken.ask(3, 'NO_ANSWER');
      well.ask(1);
      await share(broken, well);
    }
    expect([broken.isResting(), well.isResting()]).toEqual([true, false]);
  });

  it('rests no longer than half a minute by a process whose clock is wrong', async () => {
    const [ahead, right] = [aProcess({ real: () => new Date(now().getTime() + 10 * minuteMs) }), aProcess()];
    ahead.ask(5, 'SLOW');
    await share(ahead, right);
    expect(right.isResting()).toBe(true);
    billing.clock.advance(31_000);
    await right.exchange();
    expect(right.isResting()).toBe(false);
  });

  it('is counted over the last five to ten minutes', async () => {
    billing.clock.advance(5 * minuteMs - (now().getTime() % (5 * minuteMs)));
    const [one, two] = [aProcess(), aProcess()];
    one.ask(3, undefined, 200);
    two.ask(1, 'SLOW', 4_000);
    await share(one, two);
    expect(await readHealth()).toMatchObject({ asked: 4, failed: 1, tookMs: 4_600 });
    billing.clock.advance(5 * minuteMs);
    expect(await readHealth()).toMatchObject({ asked: 4, failed: 1 });
    one.ask(2);
    await one.exchange();
    two.ask(1);
    await two.exchange();
    expect(await readHealth()).toMatchObject({ asked: 7, failed: 1 });
    billing.clock.advance(5 * minuteMs);
    expect(await readHealth()).toMatchObject({ asked: 3, failed: 0, tookMs: 300 });
    one.ask(1);
    await one.exchange();
    expect(await readHealth()).toMatchObject({ asked: 4, failed: 0 });
    billing.clock.advance(10 * minuteMs);
    expect(await readHealth()).toMatchObject({ asked: 0, failed: 0, tookMs: 0 });
    one.ask(1);
    await one.exchange();
    expect(await readHealth()).toMatchObject({ asked: 1, failed: 0 });
  });

  it('costs two statements at most, however much was asked, and one where nothing was', async () => {
    const one = aProcess();
    const sent: string[] = [];
    const note = ({ sql }: { sql: string }): void => void sent.push(sql);
    billing.deps.db.on('query', note);
    one.ask(50);
    await one.exchange();
    expect(sent).toHaveLength(2);
    await one.exchange();
    expect(sent).toHaveLength(3);
    billing.deps.db.removeListener('query', note);
  });

  it('is what this process has seen alone while it is not shared', async () => {
    const one = aProcess();
    one.ask(5, 'SLOW');
    await billing.db.raw('alter table account_health rename to account_health_away');
    await expect(one.exchange()).rejects.toThrow();
    await billing.db.raw('alter table account_health_away rename to account_health');
    expect(one.isResting()).toBe(true);
  });

  it('keeps a new payment away from an account that another process found down', async () => {
    const [asaas, bank] = [await startAsaasStandIn(now), await startBank(billing)];
    tenant = await anAsaasStore(billing, asaas);
    const account = { storeId: tenant.storeId, settingsJson: settingsJson(bank), check: false } as const;
    await billing.pix.configurePixAccount({ ...account, owner: 'ACCOUNT_OWNER_MERCHANT' }, call());
    const other = aProcess();
    other.ask(5, 'NO_ANSWER');
    await other.exchange();
    await createHealthExchange(billing.deps)();
    const asked = bank.seen.length;
    await createPixCharge(billing, tenant);
    expect(bank.seen).toHaveLength(asked);
    expect(asaas.books.payments).toHaveLength(1);
    await asaas.stop();
    await stopBank(billing, bank);
  });
});

it('a failure is said by what it was', () => {
  const reasons = ['PROVIDER_SLOW', 'ASAAS_DENIED', 'STRIPE_UNAVAILABLE'];
  expect(reasons.map((reason) => toFailure(unavailable('x', reason)))).toEqual(['SLOW', 'DENIED', 'NO_ANSWER']);
});
