import type { Refund } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aloneDelayMs, approvalMs } from '@pitanga/provider-account';
import { startBeforeAll } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import type { TransferProvider } from '../src/provider/transfer-provider';
import { rejectRefund } from '../src/returning/decide-refund';
import { judgeRefundKey } from '../src/returning/judge-refund-key';
import { aCustomer, call, readEvents, startBilling } from './billing-harness';
import {
  aBoleto,
  aPaidPix,
  byPerson,
  chargeStatus,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
} from './money-back';

const billing = startBeforeAll(startBilling);
const payerTaxId = '52998224725';
const strangersKey = { pixKey: 'stranger@gmail.example', pixKeyType: 'EMAIL' };
const byKey = { kind: 'ACTOR_KIND_KEY', id: 'key_1', description: 'Loja virtual' } as const;

async function aPaidBoleto(tenant: Tenant): Promise<string> {
  const customer = aCustomer({ taxId: payerTaxId, email: 'ana@example.com', cellphone: '(11) 98765-4321' });
  const { id } = await aBoleto(billing, tenant, { amountCents: 300_000, customer });
  await simulate(billing, tenant, id);
  return id;
}

async function aWaiting(tenant: Tenant, asked: Parameters<typeof refund>[3] = {}): Promise<Refund> {
  const waiting = await refund(billing, tenant, await aPaidBoleto(tenant), { ...strangersKey, ...asked });
  if (waiting.approval?.status !== 'APPROVAL_STATUS_WAITING') throw new Error('it does not wait');
  return waiting;
}

const approve = async (tenant: Tenant, id: string, userId = 'user_2', madeKeyIds: string[] = []) =>
  required((await billing.refunds.approveRefund({ tenant, id, userId, madeKeyIds }, call())).refund);
const reject = async (tenant: Tenant, id: string, userId = 'user_2') =>
  required((await billing.refunds.rejectRefund({ tenant, id, userId }, call())).refund);
const holdOf = (id: string) => billing.ledger.holds.get(id)?.state;
const stepOf = async (tenant: Tenant, id: string) =>
  (await rowsOf(billing, 'refunds', tenant)).find((row) => row['id'] === id)?.['step'];

describe('the refund of a boleto to a Pix key', () => {
  test.each([
    ['is a tax id', { pixKey: '123.456.789-09', pixKeyType: 'CPF' }],
    ['a look-up shows to be another’s', { pixKey: 'mismatch@example.com', pixKeyType: 'EMAIL' }],
  ])('of another than the payer, which %s, is refused, and nothing is held', async (_name, key) => {
    const tenant = await billing.configuredStore();
    const id = await aPaidBoleto(tenant);
    await expect(refund(billing, tenant, id, key)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PIX_KEY_NOT_PAYER',
    });
    expect([await rowsOf(billing, 'refunds', tenant), billing.ledger.holds.size]).toEqual([[], expect.any(Number)]);
    expect(await chargeStatus(billing, id)).toBe('PAID');
  });

  test.each([
    { pixKey: payerTaxId, pixKeyType: 'CPF' },
    { pixKey: 'Ana@Example.com', pixKeyType: 'EMAIL' },
    { pixKey: '+5511987654321', pixKeyType: 'PHONE' },
  ])('that is the payer’s is sent at once, and shown masked with who asked: $pixKeyType', async (key) => {
    const tenant = await billing.configuredStore();
    const sent = await refund(billing, tenant, await aPaidBoleto(tenant), { ...key, requestedBy: byKey });
    expect(sent).toMatchObject({ pixKeyType: key.pixKeyType, requestedBy: byKey, approval: undefined });
    expect(sent.maskedPixKey).toContain('***');
    await runRefunds(billing);
    expect(await readRefund(billing, tenant, sent.id)).toMatchObject({ status: 'REFUND_STATUS_COMPLETE' });
  });

  test('whose owner nobody knows waits for a second person, with its money held and no call to the provider', async () => {
    const tenant = await billing.configuredStore();
    const waiting = await aWaiting(tenant);
    expect(waiting).toMatchObject({
      status: 'REFUND_STATUS_PENDING',
      maskedPixKey: 's***@gmail.example',
      approval: { status: 'APPROVAL_STATUS_WAITING', requestedBy: byPerson, isAlone: false, sendsAt: undefined },
    });
    await runRefunds(billing);
    expect([await stepOf(tenant, waiting.id), holdOf(waiting.id)]).toEqual(['APPROVE', 'HELD']);
    const types = (await readEvents(billing, tenant))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('refund.'));
    expect(types).toEqual(['refund.created']);
  });

  test('counts a look-up without an answer, and a charge without a known payer, as not knowing the owner', async () => {
    const tenant = await billing.configuredStore();
    const providers = await billing.deps.findProviders(tenant);
    const away = { lookupKey: () => Promise.reject(new Error('away')) } as unknown as TransferProvider;
    const pixKey = { type: 'EMAIL', key: 'ana@example.com' } as const;
    const id = await aPaidBoleto(tenant);
    const judge = async (chargeId: string, transfer: TransferProvider | undefined) =>
      (await judgeRefundKey(billing.deps, tenant, { id: chargeId, pixKey }, { ...providers, transfer })).ownership;
    expect(await judge(id, providers.transfer)).toBe('OWN');
    expect([await judge(id, away), await judge(id, undefined)]).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect(await judge((await aPaidPix(billing, tenant)).id, providers.transfer)).toBe('UNKNOWN');
  });

  test('from a gateway that does not say who asks is to be asked again, where it would wait', async () => {
    const tenant = await billing.configuredStore();
    await expect(aWaiting(tenant, { requestedBy: undefined })).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });
});

describe('a refund that waits', () => {
  test('is sent once another person has approved it', async () => {
    const tenant = await billing.configuredStore();
    const { id, chargeId } = await aWaiting(tenant);
    expect(await approve(tenant, id)).toMatchObject({
      approval: { status: 'APPROVAL_STATUS_APPROVED', decidedBy: 'user_2' },
    });
    expect((await approve(tenant, id, 'user_3')).approval?.decidedBy).toBe('user_2');
    await runRefunds(billing);
    expect([await chargeStatus(billing, chargeId), holdOf(id)]).toEqual(['REFUNDED', 'SETTLED']);
  });

  test('is not approved by who asked, nor by who made the key that did', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aWaiting(tenant);
    await expect(approve(tenant, id, byPerson.id)).rejects.toMatchObject({ reason: 'REFUND_OWN_REQUEST' });
    const ofKey = await aWaiting(tenant, { requestedBy: byKey });
    await expect(approve(tenant, ofKey.id, 'user_2', [byKey.id])).rejects.toMatchObject({
      kind: 'PERMISSION_DENIED',
      reason: 'REFUND_OWN_REQUEST',
    });
    await expect(approve(await billing.configuredStore(), id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });

  test.each(['REJECTED', 'EXPIRED'] as const)('and is %s fails, with its money available again', async (end) => {
    const tenant = await billing.configuredStore();
    const { id, chargeId } = await aWaiting(tenant);
    if (end === 'REJECTED') await reject(tenant, id, byPerson.id);
    else {
      billing.clock.advance(approvalMs);
      await advanceDueRefunds(billing.deps);
    }
    expect(await readRefund(billing, tenant, id)).toMatchObject({
      status: 'REFUND_STATUS_FAILED',
      failureReason: `APPROVAL_${end}`,
      approval: { status: `APPROVAL_STATUS_${end}` },
    });
    expect([await chargeStatus(billing, chargeId), holdOf(id)]).toEqual(['PAID', 'RELEASED']);
    await expect(approve(tenant, id)).rejects.toMatchObject({ reason: 'REFUND_APPROVAL_DECIDED' });
  });

  test('has one decision, however many are made at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aWaiting(tenant);
    const decisions = Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? approve(tenant, id, `user_${String(index + 2)}`) : reject(tenant, id)).then(
        ({ approval }) => approval?.status,
        (error: unknown) => (error as { reason: string }).reason,
      ),
    );
    const answers = await Promise.all(decisions);
    const status = (await readRefund(billing, tenant, id)).approval?.status;
    expect(new Set(answers)).toEqual(new Set([status, 'REFUND_APPROVAL_DECIDED']));
    await runRefunds(billing);
    expect(holdOf(id)).toBe(status === 'APPROVAL_STATUS_APPROVED' ? 'SETTLED' : 'RELEASED');
  });

  test('gives its money back by the job where the process ends after a rejection', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aWaiting(tenant);
    await transact(billing.deps, (tx) => rejectRefund(tx, tenant, id, 'user_2'));
    expect([await stepOf(tenant, id), holdOf(id)]).toEqual(['APPROVE', 'HELD']);
    await advanceDueRefunds(billing.deps);
    expect([(await readRefund(billing, tenant, id)).status, holdOf(id)]).toEqual(['REFUND_STATUS_FAILED', 'RELEASED']);
  });

  test('shows its whole key to who decides, until it is decided', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aWaiting(tenant, { amountCents: 100_000, reason: 'Pedido 7' });
    const { review } = await billing.refunds.reviewRefund({ tenant, id }, call());
    expect(review).toEqual({
      pixKeyType: 'EMAIL',
      pixKey: strangersKey.pixKey,
      holder: { name: undefined, maskedTaxId: '***.***.***-**' },
      description: 'Pedido 7',
    });
    await reject(tenant, id);
    await expect(billing.refunds.reviewRefund({ tenant, id }, call())).rejects.toMatchObject({
      reason: 'REFUND_APPROVAL_DECIDED',
    });
  });

  test('is refused by the database itself where it would be sent without an approval', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aWaiting(tenant);
    const row = () => billing.db('refunds').where({ store_id: tenant.storeId, id });
    await expect(row().update({ step: 'SEND' })).rejects.toThrow('refunds_approved_first_check');
    const own = { approval_status: 'APPROVED', step: 'SEND', decided_by: byPerson.id, decided_at: new Date() };
    await expect(row().update(own)).rejects.toThrow('refunds_second_person_check');
    const early = { ...own, is_alone: true, confirmed_by: byPerson.id, sends_at: new Date(Date.now() + 60_000) };
    await expect(row().update(early)).rejects.toThrow('refunds_second_person_check');
  });
});

describe('money that a boleto could not take', () => {
  async function anOverpayment(tenant: Tenant): Promise<string> {
    const id = await aPaidBoleto(tenant);
    await simulate(billing, tenant, id, { late: true });
    return String((await rowsOf(billing, 'refunds', tenant))[0]?.['id']);
  }
  const setKey = async (tenant: Tenant, id: string, key: { pixKey: string; pixKeyType: string }) =>
    required(
      (await billing.refunds.setRefundKey({ tenant, id, ...key, requestedBy: byKey, isAlone: false }, call())).refund,
    );

  test('waits for a second person when its key is not known to be the payer’s, and for another key after a rejection', async () => {
    const tenant = await billing.configuredStore();
    const id = await anOverpayment(tenant);
    expect((await readRefund(billing, tenant, id)).requestedBy?.kind).toBe('ACTOR_KIND_SYSTEM');
    const mismatch = { pixKey: 'mismatch@example.com', pixKeyType: 'EMAIL' };
    await expect(setKey(tenant, id, mismatch)).rejects.toMatchObject({ reason: 'PIX_KEY_NOT_PAYER' });
    expect(await setKey(tenant, id, strangersKey)).toMatchObject({ requestedBy: byKey, needsKey: false });
    await runRefunds(billing);
    expect(await stepOf(tenant, id)).toBe('APPROVE');
    expect(await reject(tenant, id)).toMatchObject({ status: 'REFUND_STATUS_FAILED', needsKey: true });
    await setKey(tenant, id, { pixKey: payerTaxId, pixKeyType: 'CPF' });
    await runRefunds(billing);
    expect(await readRefund(billing, tenant, id)).toMatchObject({
      status: 'REFUND_STATUS_COMPLETE',
      approval: undefined,
    });
  });
});

describe('a refund of a person who is alone', () => {
  test('is sent a day later, and may be taken back until then', async () => {
    const tenant = await billing.configuredStore();
    const [sent, back] = [await aWaiting(tenant, { isAlone: true }), await aWaiting(tenant, { isAlone: true })];
    billing.clock.advance(aloneDelayMs - 1_000);
    await advanceDueRefunds(billing.deps);
    expect(await stepOf(tenant, sent.id)).toBe('APPROVE');
    await reject(tenant, back.id, byPerson.id);
    billing.clock.advance(1_000);
    await runRefunds(billing);
    await runRefunds(billing);
    const statuses = [sent, back].map(async ({ id }) => (await readRefund(billing, tenant, id)).status);
    expect(await Promise.all(statuses)).toEqual(['REFUND_STATUS_COMPLETE', 'REFUND_STATUS_FAILED']);
  });

  test('is never sent for a key alone: its person confirms it first', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aWaiting(tenant, { isAlone: true, requestedBy: byKey });
    billing.clock.advance(2 * aloneDelayMs);
    await runRefunds(billing);
    expect(await stepOf(tenant, id)).toBe('APPROVE');
    const confirmed = await approve(tenant, id, 'user_1', [byKey.id]);
    expect(confirmed.approval).toMatchObject({ status: 'APPROVAL_STATUS_WAITING', confirmedBy: 'user_1' });
    billing.clock.advance(aloneDelayMs);
    await runRefunds(billing);
    await runRefunds(billing);
    expect((await readRefund(billing, tenant, id)).status).toBe('REFUND_STATUS_COMPLETE');
  });
});
