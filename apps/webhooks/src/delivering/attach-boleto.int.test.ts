import { aTenant, testClock, withDeps } from '@pitanga/testing';
import { notFound, unavailable, type Tenant } from '@pitanga/core';
import { aCharge, aCustomer, anEvent } from '../../test/domain-events';
import { dispatchSteps } from '../../test/dispatch-steps';
import { deliveriesOf } from '../../test/harness';
import { startMailHarness, type MailHarness } from '../../test/mail-harness';
import { planMails } from '../consuming/plan-mails';
import { retryDelaysMs } from '../deliveries/attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';

const clock = testClock();
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 'x')]);
let harness: MailHarness;
let answer: () => { pdf: Buffer; digitableLine?: string };
const asked: string[] = [];

beforeAll(async () => {
  const started = await startMailHarness(clock);
  const { mail } = started.deps;
  if (!mail) throw new Error('no mail');
  const boletoPdf = ({ id }: { id: string }) => {
    asked.push(id);
    return Promise.resolve().then(() => ({ url: undefined, digitableLine: '2', ...answer() }));
  };
  harness = { ...started, deps: withDeps(started.deps, { mail: { ...mail, boletoPdf } }) };
});
afterAll(() => harness.stop());

const away = (): never => {
  throw unavailable('billing is away');
};

/** A store whose buyer has a mail about a boleto waiting. */
async function aBoleto(
  digitableLine = '2',
): Promise<{ tenant: Tenant; chargeId: string; raw: () => string | undefined }> {
  const tenant = aTenant(false);
  await harness.configure(tenant);
  const chargeId = `char_${tenant.storeId}`;
  const email = `${tenant.storeId.toLowerCase()}@buyer.example`;
  const boleto = {
    barCode: '1',
    digitableLine,
    dueDate: '2026-12-01',
    url: `https://pay.example/boletos/${chargeId}`,
  };
  const charge = aCharge({ id: chargeId, method: 'PAYMENT_METHOD_BOLETO', boleto });
  await planMails(harness.deps, [
    anEvent('charge.created', tenant, clock.real(), { charge, customer: { ...aCustomer, email } }),
  ]);
  return { tenant, chargeId, raw: () => harness.mailbox.mails.find(({ to }) => to === email)?.raw };
}

const steps = () => dispatchSteps(harness);

/** Claims the mail of a store, as if it had failed so often before. */
async function claim({ storeId }: Tenant, failures = 0): Promise<ClaimedDelivery> {
  const found = (await steps().claim()).find(({ tenant }) => tenant.storeId === storeId);
  if (!found) throw new Error('nothing was claimed');
  return { ...found, failures };
}

it('the mail of a boleto has the PDF that its page shows', async () => {
  answer = () => ({ pdf });
  const { tenant, chargeId, raw } = await aBoleto();
  expect((await steps().send(await claim(tenant))).verdict).toEqual({ kind: 'DELIVERED' });
  expect(asked).toContain(chargeId);
  const message = raw() ?? '';
  expect(message).toContain(`filename=boleto-${chargeId}.pdf`);
  const attached = /Content-Type: application\/pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(message)?.[1] ?? '';
  expect(Buffer.from(attached, 'base64').equals(pdf)).toBe(true);
});

it('waits for the next place in the table of retries while the PDF cannot be made, and has it then', async () => {
  answer = away;
  const { tenant, raw } = await aBoleto();
  const result = await steps().send(await claim(tenant));
  expect(result.verdict).toEqual({ kind: 'RETRY', afterMs: retryDelaysMs[0] });
  await steps().record(result);
  expect(raw()).toBeUndefined();
  expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'PENDING', attempts: 1 }]);
  clock.advance(5_000);
  await steps().promote();
  answer = () => ({ pdf });
  expect((await steps().send(await claim(tenant))).verdict.kind).toBe('DELIVERED');
  expect(raw()).toContain('application/pdf');
});

it.each<[string, () => { pdf: Buffer }, number]>([
  ['at the last attempt, rather than not at all', away, retryDelaysMs.length],
  [
    'when its charge has none',
    () => {
      throw notFound('Charge not found');
    },
    0,
  ],
  ['when its provider keeps it', () => ({ pdf: Buffer.alloc(0) }), 0],
  ['when it is too large', () => ({ pdf: Buffer.alloc(512 * 1024 + 1) }), 0],
])('goes with the link alone %s', async (_name, how, failures) => {
  answer = how;
  const { tenant, chargeId, raw } = await aBoleto();
  expect((await steps().send(await claim(tenant, failures))).verdict.kind).toBe('DELIVERED');
  expect(raw()).not.toContain('application/pdf');
  expect(raw()).toContain(chargeId);
});

it('of a boleto that was registered after its event waits for the line, and has it then', async () => {
  answer = away;
  const { tenant, raw } = await aBoleto('');
  await steps().record(await steps().send(await claim(tenant)));
  expect(raw()).toBeUndefined();
  answer = () => ({ pdf: Buffer.alloc(0), digitableLine: '23793381286008267713942003363037190000000010000' });
  clock.advance(5_000);
  await steps().promote();
  expect((await steps().send(await claim(tenant))).verdict).toEqual({ kind: 'DELIVERED' });
  expect(raw()).toContain('23793.38128 60082.677139');
});
