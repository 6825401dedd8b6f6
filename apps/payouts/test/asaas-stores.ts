import type { Payout } from '@pitanga/contracts';
import { isAppError, type Tenant } from '@pitanga/core';
import {
  addMoneyOut,
  startAsaasStandIn,
  type AsaasMoneyOut,
  type AsaasOrder,
  type AsaasStandIn,
} from '@pitanga/testing';
import { call, holderTaxId, payoutSteps, type Payouts } from './payouts-harness';

export const validationToken = 'validation-token-of-the-owner-32-chars';

/** Asaas, with a key of the holder (ana@example.com) and one of another person (bia@example.com). */
export interface TestAsaas extends AsaasStandIn {
  readonly out: AsaasMoneyOut;
}

export async function startAsaas(payouts: Payouts): Promise<TestAsaas> {
  const asaas = await startAsaasStandIn(() => payouts.clock.real());
  const out = addMoneyOut(asaas.books);
  asaas.books.balanceCents = 10_000_000;
  out.keys.owners.set('EMAIL ana@example.com', { name: 'Loja São João Ltda', taxId: holderTaxId });
  out.keys.owners.set('EMAIL bia@example.com', { name: 'Bia Lima', taxId: '12345678909' });
  return Object.assign(asaas, { out });
}

/** Requests that tests of Asaas share; both are called at each, because they start before the tests. */
export function asaasStores(payouts: () => Payouts, asaas: () => TestAsaas) {
  const settings = () => ({
    apiKey: asaas().apiKey,
    environment: 'SANDBOX',
    apiBaseUrl: asaas().baseUrl,
    ca: asaas().ca,
    validationToken,
  });

  /** Connects Asaas, without setting its validation there. */
  async function connect({ storeId }: Tenant, over: object = {}): Promise<string> {
    const settingsJson = JSON.stringify({ ...settings(), ...over });
    const owner = 'ACCOUNT_OWNER_MERCHANT';
    const { validationUrl } = await payouts().asaas.configureAsaasPayouts({ storeId, settingsJson, owner }, call());
    return validationUrl.slice(validationUrl.lastIndexOf('/') + 1);
  }

  /** Its owner does the guided step in Asaas's interface. */
  function setValidation(segment: string, token = validationToken): void {
    asaas().out.validation = { token, ask: (asked) => ask(segment, asked) };
  }

  /** As the gateway answers. */
  async function ask(segment: string, { headers, body }: { headers: Readonly<Record<string, string>>; body: string }) {
    const token = headers['asaas-access-token'] ?? '';
    try {
      const request = { segment, token, body: Buffer.from(body) };
      const { approved, refuseReason } = await payouts().asaas.answerWithdrawal(request, call());
      const answer = approved ? { status: 'APPROVED' } : { status: 'REFUSED', refuseReason };
      return { status: 200, body: JSON.stringify(answer) };
    } catch (error) {
      return { status: isAppError(error) && error.kind === 'UNAUTHENTICATED' ? 401 : 503, body: '' };
    }
  }

  /** A production store whose payouts go through Asaas, which asks. */
  async function aStore(over: object = {}): Promise<Tenant> {
    const tenant = await payouts().aStore(false);
    setValidation(await connect(tenant, over));
    return tenant;
  }

  const ordersOf = ({ id }: Pick<Payout, 'id'>): readonly AsaasOrder[] =>
    asaas().out.orders.filter(
      ({ externalReference, description }) => externalReference === id || description?.endsWith(id) === true,
    );
  const find = async ({ storeId }: Tenant) => (await payouts().asaas.getAsaasPayouts({ storeId }, call())).account;

  return { settings, connect, setValidation, aStore, ...payoutSteps(payouts), ordersOf, find, ask };
}
