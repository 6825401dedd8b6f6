import { waitFor } from '@pitanga/testing';
import type { FakeBank } from '../provider-servers';
import type { AsaasAccount } from './asaas-account';
import type { LoneMerchant } from './merchant-bench';
import { create } from './steps';

/** A payer pays a Pix that the first account makes; then it is down, and the second makes and takes two. */
export async function payWhileBankGoesDown(
  merchant: LoneMerchant,
  bank: FakeBank,
  account: AsaasAccount,
): Promise<void> {
  const { asaas } = account;
  const atBank = await create(merchant, 'PIX', 1_000);
  expect([bank.books.charges().length, asaas.books.payments.length]).toEqual([1, 0]);
  await bank.pay(bank.books.charges().at(-1) ?? '');
  await merchant.untilStatus(atBank.id, 'PAID');
  await bank.stop();
  const codes = [];
  for (let time = 0; time < 2; time += 1) {
    const { id, brCode } = await create(merchant, 'PIX', 10_000);
    codes.push(brCode);
    await account.pay();
    await merchant.untilStatus(id, 'PAID');
  }
  expect(new Set(codes).size).toBe(2);
  expect(asaas.books.payments).toHaveLength(2);
}

/** The list of providers says that the bank failed to make a payment. */
export async function untilBankFailed({ get }: Pick<LoneMerchant, 'get'>): Promise<void> {
  await waitFor('the failure', async () => {
    const providers: readonly { provider: string; capabilities: readonly { failedAt: unknown }[] }[] =
      await get('/v2/providers/list');
    const bankPix = providers.find(({ provider }) => provider === 'BACEN_PIX')?.capabilities[0];
    return typeof bankPix?.failedAt === 'string';
  });
}
