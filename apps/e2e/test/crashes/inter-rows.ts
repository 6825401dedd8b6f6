import { startInter, type InterAccount } from '../provider-servers';
import { interSettings } from '../merchants/bank-account';
import { boletoOf } from './boleto';
import { connectingOf, newCallbackBase } from './connecting';
import type { Attempt, Row } from './crash';
import { aBuyer, type Merchant } from './merchant';

/** A merchant on Inter alone, on the platform of another. */
export interface InterMerchant extends Merchant {
  readonly inter: InterAccount;
}

export async function openInterMerchant(merchant: Merchant): Promise<InterMerchant> {
  const inter = await startInter(() => merchant.clock.now());
  const own = { ...(await merchant.anotherStore('dani')), inter, stop: () => inter.stop() };
  const settings = interSettings(inter);
  await own.post('/v2/providers/connect', { provider: 'BACEN_PIX', settings });
  return own;
}

function boleto(merchant: InterMerchant): Attempt {
  const { books } = merchant.inter;
  const before = new Set(books.charges);
  const isPayable = (situation: string): boolean => ['A_RECEBER', 'EM_PROCESSAMENTO'].includes(situation);
  return boletoOf(merchant, () => books.charges.filter((one) => !before.has(one) && isPayable(one.situation)).length);
}

/** Its charge has ended without a payment. */
async function closedBoleto(merchant: InterMerchant): Promise<Attempt> {
  const { books } = merchant.inter;
  const data = { amount: 20_000, customer: aBuyer() };
  const { id } = await merchant.post('/v2/transparents/create', { method: 'BOLETO', data });
  const made = books.charges.at(-1);
  await merchant.rows(`update charges set status = 'CANCELLED' where id = $1`, [id]);
  const isCancelled = () => made?.situation === 'CANCELADO';
  return {
    send: async () => {
      await merchant.submitJson(new URL(books.webhookUrl ?? '').pathname, JSON.stringify([{ txid: made?.txid }]));
      return merchant.api.get('/v2/store/get');
    },
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${String(id)}`)).status,
    theirs: () => (isCancelled() ? 'CANCELLED' : 'PENDING'),
    effects: () => Number(isCancelled()),
    done: 'CANCELLED',
  };
}

function connect(merchant: InterMerchant): Attempt {
  const { inter } = merchant;
  const callbackBaseUrl = newCallbackBase();
  const registered = () =>
    [...inter.bank.webhooks.values(), inter.books.webhookUrl].filter((url) => url?.startsWith(callbackBaseUrl)).length;
  const settings = { ...interSettings(inter), callbackBaseUrl };
  return connectingOf(
    () => merchant.api.post('/v2/providers/connect', { provider: 'BACEN_PIX', settings }),
    registered,
    2,
  );
}

const billing = { process: 'billing', provider: 'inter' } as const;

/** On a store that has Inter alone. */
export const interRows: readonly Row<InterMerchant>[] = [
  {
    ...billing,
    call: 'Inter: a boleto is made',
    request: /^POST \S*\/cobrancas$/,
    isFinishedByJobs: false,
    begin: boleto,
  },
  {
    ...billing,
    call: 'Inter: a boleto is cancelled',
    request: /^POST \S*\/cobrancas\/[\w-]+\/cancelar$/,
    begin: closedBoleto,
  },
  {
    ...billing,
    call: 'Inter: the address for boletos is registered',
    request: /^PUT \S*\/cobrancas\/webhook$/,
    isFinishedByJobs: false,
    begin: connect,
  },
];
