import { addMoneyOut, startAsaasStandIn, waitFor, type AsaasMoneyOut, type AsaasStandIn } from '@pitanga/testing';
import type { Answer } from '../api';
import { callbackBaseUrl } from '../provider-servers';
import { holderTaxId, payoutKey, randomKey, type Merchant } from './merchant';

/** An account at Asaas that sends its events and asks before money leaves, as time goes on. */
export interface LiveAsaas extends AsaasStandIn {
  readonly out: AsaasMoneyOut;
}

/** A merchant on Asaas alone, on the platform of another. */
export interface AsaasMerchant extends Merchant {
  readonly asaas: LiveAsaas;
  /** Its owner connects the same account again. */
  readonly connectAgain: () => Promise<Answer>;
}

const validationToken = 'validation-token-of-the-owner-32-chars';
/** How an ask is named to what waits for a call. */
const askName = 'ASK';
const beatMs = 200;

export async function openAsaasMerchant(merchant: Merchant): Promise<AsaasMerchant> {
  const asaas = await startAsaasStandIn(() => merchant.clock.now());
  const out = addMoneyOut(asaas.books);
  out.keys.owners.set(`EMAIL ${payoutKey}`, { name: 'Loja', taxId: holderTaxId });
  const store = await merchant.anotherStore('bia');
  asaas.deliver = async ({ url, headers, body }) =>
    (await store.submitJson(new URL(url).pathname, body, headers).catch(() => ({ status: 503 }))).status;
  const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
  const account = {
    apiKey,
    apiBaseUrl,
    ca,
    environment: 'SANDBOX',
    validationToken,
    callbackBaseUrl,
    keepsCards: true,
  };
  const connect = { provider: 'ASAAS', settings: account };
  const connected = await store.post('/v2/providers/connect', connect);
  const connectAgain = () => store.api.post('/v2/providers/connect', connect);
  const own = { ...store, asaas: Object.assign(asaas, { out }), connectAgain };
  const ask = askOf(own, new URL(connected.validation.url).pathname);
  out.validation = { token: validationToken, refunds: true, ask };
  const stopBeat = startBeat(own.asaas);
  await fund(own);
  return {
    ...own,
    stop: async () => {
      await stopBeat();
      await asaas.stop();
    },
  };
}

/** Asks as Asaas does, some seconds after each order: here, once what answers is up again. */
function askOf(merchant: AsaasMerchant, path: string): NonNullable<AsaasMoneyOut['validation']>['ask'] {
  const answers = async (path: string) => (await merchant.api.get(path)).status === 200;
  const isUp = async () => (await answers('/v2/payouts/list?limit=1')) && answers('/v2/refunds/list?limit=1');
  const { payouts, billing } = merchant.platform.services;
  const isAlive = () => payouts.pid !== undefined && billing.pid !== undefined;
  const lost = { status: 503, body: '' };
  return async ({ headers, body }) => {
    await waitFor('what answers to be up', isUp);
    if ((await merchant.asaas.beforeEffect?.(askName)) === false) return lost;
    const { status, text } = await merchant.submitJson(path, body, headers).catch(() => ({ ...lost, text: '' }));
    const wasAlive = isAlive();
    await merchant.asaas.beforeAnswer?.(askName);
    // The answer of a process that was killed never came.
    return wasAlive && !isAlive() ? lost : { status, body: text };
  };
}

/** Sends the events of what happened, asks about orders that wait, and lets the bank have those that may leave. */
function startBeat(asaas: LiveAsaas): () => Promise<void> {
  let isOver = false;
  const beat = async (): Promise<void> => {
    while (!isOver) {
      await asaas.deliverDue();
      await asaas.out.askDue();
      for (const { id, status } of asaas.out.orders) {
        if (status === 'BANK_PROCESSING' || status === 'REQUESTED') asaas.out.end(id, 'DONE');
      }
      await new Promise((resolve) => setTimeout(resolve, beatMs));
    }
  };
  const running = beat();
  return async () => {
    isOver = true;
    await running;
  };
}

/** Money for refunds and payouts. */
async function fund(merchant: AsaasMerchant): Promise<void> {
  await merchant.post('/v2/transparents/create', { method: 'PIX', data: { amount: 500_000 } });
  merchant.asaas.pay(merchant.asaas.books.payments.at(-1)?.externalReference ?? '');
  const available = async () => (await merchant.get('/v2/store/get')).balance.available;
  await waitFor('the money', async () => (await available()) > 0);
  // Before Asaas has ever asked, an order whose answer is lost is not sent again.
  const { id } = await merchant.post('/v2/payouts/create', {
    ...{ amount: 500, externalId: randomKey(), pixKey: payoutKey, pixKeyType: 'EMAIL' },
  });
  await waitFor(
    'the first ask',
    async () => (await merchant.get(`/v2/payouts/get?id=${String(id)}`)).status === 'COMPLETE',
  );
}
