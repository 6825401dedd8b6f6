import { testTimeoutMs, waitFor } from '@pitanga/testing';
import { payoutKey } from './asaas-account';
import type { LoneMerchant, MerchantBench } from './merchant-bench';

export const payer = {
  ...{ name: 'Bia Lima', taxId: '529.982.247-25', email: 'bia@example.com', cellphone: '11999998888' },
  ...{ zipCode: '01310-100', address: 'Avenida Paulista, 1000', city: 'São Paulo', state: 'SP' },
};

/** A charge of a method; of a card by its token. */
export const create = (merchant: LoneMerchant, method: string, amount: number, token?: string) =>
  merchant.post('/v2/transparents/create', { method, data: { amount, customer: payer, token } });

interface Refunding {
  /** What was paid. @default transparents */
  readonly of?: 'transparents' | 'checkouts';
  readonly key?: object;
  /** What happens at the provider before it is complete. */
  readonly carryOut?: () => Promise<void>;
}

export async function refundInPart(
  merchant: LoneMerchant,
  id: string,
  amount: number,
  { of = 'transparents', key = {}, carryOut }: Refunding = {},
): Promise<void> {
  const refund = await merchant.post(`/v2/${of}/refund`, { id, amount, reason: 'Frete', ...key });
  await carryOut?.();
  await waitFor(
    'the refund',
    async () => (await merchant.get(`/v2/refunds/get?id=${refund.id}`)).status === 'COMPLETE',
    2 * testTimeoutMs,
  );
  expect((await merchant.get(`/v2/${of}/get?id=${id}`)).refundedAmount).toBe(amount);
}

export const payout = { amount: 3_000, externalId: 'saque-1', pixKey: payoutKey, pixKeyType: 'EMAIL' };

export async function payOut(
  merchant: LoneMerchant,
  carryOut: () => Promise<void>,
  key: { readonly pixKey?: string; readonly pixKeyType?: string } = {},
): Promise<void> {
  const { id } = await merchant.post('/v2/payouts/create', { ...payout, ...key });
  await carryOut();
  const read = () => merchant.get(`/v2/payouts/get?id=${String(id)}`);
  await waitFor('the payout', async () => (await read()).status === 'COMPLETE', 2 * testTimeoutMs);
}

/** The id of the store's only dispute, once the provider has reported it. */
export const seeDispute = (merchant: LoneMerchant): Promise<string> =>
  waitFor('the dispute', async () => (await merchant.get('/v2/disputes/list'))[0]?.id as string | undefined);

export async function answer(merchant: LoneMerchant, id: string): Promise<void> {
  const content = Buffer.from('%PDF-1.7\n').toString('base64');
  await merchant.post('/v2/disputes/add-file', { id, kind: 'RECEIPT', name: 'nota.pdf', content });
  await merchant.post('/v2/disputes/answer', { id });
}

export async function untilWon(merchant: LoneMerchant, disputeId: string): Promise<void> {
  const read = () => merchant.get(`/v2/disputes/get?id=${disputeId}`);
  await waitFor('the dispute to be won', async () => (await read()).status === 'WON', testTimeoutMs);
}

/** What readiness says that cannot be done, by method. */
export async function limitsOf(
  merchant: LoneMerchant,
  methods: readonly string[],
): Promise<Record<string, readonly string[]>> {
  const items = await Promise.all(methods.map((method) => merchant.readiness(method)));
  return Object.fromEntries(methods.map((method, at) => [method, (items[at]?.limits ?? []).map(({ code }) => code)]));
}

/** One account of a merchant agrees with its statement to the centavo, and every movement is known to be its; what was printed. */
export async function reconcileAccount(
  bench: Pick<MerchantBench, 'command'>,
  { storeId }: Pick<LoneMerchant, 'storeId'>,
  provider: 'asaas' | 'stripe',
): Promise<string> {
  const printed = await bench.command('reconcile', '--provider', provider, '--store', storeId);
  expect(printed).toContain(' 0 missing, 0 extra, 0 different');
  expect(printed).not.toContain('account unknown');
  return printed;
}
