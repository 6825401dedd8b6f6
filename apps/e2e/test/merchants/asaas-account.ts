import { systemClock } from '@pitanga/core';
import {
  addMoneyOut,
  addStatement,
  startAsaasStandIn,
  waitFor,
  type AsaasMoneyOut,
  type AsaasStandIn,
} from '@pitanga/testing';
import { callbackBaseUrl } from '../provider-servers';
import { merchantTaxId, type LoneMerchant, type MerchantBench } from './merchant-bench';

/** An account at Asaas whose events and questions reach an installation. */
export interface AsaasAccount {
  readonly asaas: AsaasStandIn;
  readonly out: AsaasMoneyOut;
  /** What its owner pastes. */
  readonly settings: object;
  /** Its owner types in at Asaas, as the validation of withdrawals, what the list of providers shows. */
  setValidation(merchant: Pick<LoneMerchant, 'get'>): Promise<void>;
  /** A payer pays the newest payment, and Asaas says so. */
  pay(byPix?: boolean): Promise<void>;
  /** Asaas asks about the payout of this amount, and sends it. */
  send(amountCents: number): Promise<void>;
  /** The statement shows what was given back of this payment. */
  bookRefund(amountCents: number): void;
}

export const payoutKey = 'ana@loja.example';
const validationToken = 'validation-token-of-the-owner-32-chars';

export async function openAsaasAccount({ deliver }: Pick<MerchantBench, 'deliver'>): Promise<AsaasAccount> {
  const asaas = await startAsaasStandIn(() => systemClock.real());
  const out = addMoneyOut(asaas.books);
  const statement = addStatement(asaas.books, 50_000);
  out.keys.owners.set(`EMAIL ${payoutKey}`, { name: 'Loja Ltda', taxId: merchantTaxId });
  // Asaas sends an event again until it is taken; here at once, for a busy platform may answer late.
  asaas.deliver = ({ url, headers, body }) =>
    waitFor('an event of Asaas taken', async () => {
      const { status } = await deliver(url, headers, body);
      return status === 200 ? status : undefined;
    });
  const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
  return {
    asaas,
    out,
    settings: { apiKey, environment: 'SANDBOX', apiBaseUrl, ca, callbackBaseUrl, validationToken },
    setValidation: async ({ get }) => {
      const providers = await get('/v2/providers/list');
      const { validation } = providers.find(({ provider }: { provider: string }) => provider === 'ASAAS');
      out.validation = {
        token: validationToken,
        ask: async ({ headers, body }) => {
          const answer = await deliver(validation.url, headers, body);
          return { status: answer.status, body: await answer.text() };
        },
      };
    },
    pay: async (byPix = false) => {
      const payment = asaas.books.payments.at(-1);
      const { id, valueCents } = asaas.pay(payment?.externalReference ?? '', { byPix }).payment;
      statement.move('PAYMENT_RECEIVED', valueCents, { paymentId: id });
      statement.move('PAYMENT_FEE', -199, { paymentId: id });
      await asaas.deliverDue();
    },
    send: async (amountCents) => {
      const order = await waitFor('the order at Asaas', () =>
        Promise.resolve(out.orders.find(({ valueCents }) => valueCents === amountCents)),
      );
      await out.askDue();
      if (order.status === 'CANCELLED') throw new Error('Asaas was told to refuse it');
      out.end(order.id, 'DONE');
      statement.move('TRANSFER', -amountCents, { transferId: order.id });
      await asaas.deliverDue();
    },
    bookRefund: (amountCents) => {
      const paid = asaas.books.payments.find(({ refunds }) => refunds.some((one) => one.valueCents === amountCents));
      statement.move('PAYMENT_REVERSAL', -amountCents, { paymentId: paid?.id ?? '' });
    },
  };
}
