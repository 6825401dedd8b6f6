import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startInterStandIn, type InterSent, type InterStandIn } from '@pitanga/testing';
import { call, payoutSteps, type Payouts } from './payouts-harness';

export const startInter = (payouts: Payouts): Promise<InterStandIn> => startInterStandIn(() => payouts.clock.real());

/** Requests that tests of Inter share; both are called at each, because they start before the tests. */
export function interStores(payouts: () => Payouts, inter: () => InterStandIn) {
  const callbackUrl = 'https://callbacks.shop.example/callbacks/bacen-pix/segment';

  async function connect({ storeId }: Tenant, over: object = {}): Promise<void> {
    const { origin, clientId, clientSecret, pixKey, ca, client } = inter();
    const addresses = { baseUrl: `${origin}/pix/v2`, tokenUrl: `${origin}/oauth/v2/token` };
    const access = { bank: 'INTER', ...addresses, clientId, clientSecret, pixKey, ca };
    const { certificate, privateKey } = client;
    const settingsJson = JSON.stringify({ ...access, certificate, privateKey, ...over });
    const owner = 'ACCOUNT_OWNER_MERCHANT';
    await payouts().banks.configureBankPayouts({ storeId, settingsJson, owner, check: true, callbackUrl }, call());
  }

  /** A production store whose payouts go through Inter, which calls back. */
  async function aStore(): Promise<Tenant> {
    const tenant = await payouts().aStore(false);
    await connect(tenant);
    inter().deliver = async (url, body) => {
      expect(url).toBe(callbackUrl);
      const notice = { storeId: tenant.storeId, body: Buffer.from(JSON.stringify(body)) };
      await payouts().banks.receiveBankNotice(notice, call());
    };
    return tenant;
  }

  const sentOf = (payoutId: string): InterSent[] =>
    inter().out.sent.filter(({ descricao }) => descricao.startsWith(payoutId));

  /** Ends a payout there, and lets Inter call. */
  async function end(payoutId: string, status: string, errorCode?: string): Promise<void> {
    await inter().out.end(sentOf(payoutId)[0]?.codigoSolicitacao ?? '', status, errorCode);
  }

  const endOf = ({ id }: Payout, status: string, errorCode?: string) => end(id, status, errorCode);
  return { connect, aStore, ...payoutSteps(payouts), sentOf, end, endOf };
}
