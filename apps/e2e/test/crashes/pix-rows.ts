import { waitFor } from '@pitanga/testing';
import type { Attempt, Row } from './crash';
import { returnOfKeyPayment } from './key-payment-return';
import { aBuyer, payoutKey, randomKey, type Merchant } from './merchant';

export const pix = { process: 'billing', provider: 'bank' } as const;
const byClient = { isFinishedByJobs: false } as const;

/** The bank's request: method and path, as a pattern. */
export const at = (text: string): RegExp => new RegExp(`^${text.replace(' ', ' /api/v2')}$`);

/** Another payer's money for a charge that only its customer may pay. */
async function wrongPayer(merchant: Merchant): Promise<Attempt> {
  const { bank } = merchant;
  const body = { method: 'PIX', data: { amount: 5_000, customer: aBuyer(), ensureSameTaxId: true } };
  const { id } = await merchant.post('/v2/transparents/create', body);
  const txid = bank.books.charges().at(-1) ?? '';
  const before = bank.books.returns().length;
  const returned = () => bank.books.returns().slice(before);
  let isPaid = false;
  return {
    send: async () => {
      const { name: nome, taxId: cpf } = aBuyer();
      if (!isPaid) await bank.pay(txid, { payer: { cpf, nome } });
      isPaid = true;
      return merchant.api.get(`/v2/transparents/get?id=${String(id)}`);
    },
    ours: async () => {
      const refunds = await merchant.get(`/v2/refunds/list?originalId=${String(id)}`);
      expect(refunds.length).toBeLessThan(2);
      const { status } = await merchant.get(`/v2/transparents/get?id=${String(id)}`);
      expect(status).not.toBe('PAID');
      return refunds[0]?.status === 'COMPLETE' ? 'RETURNED' : undefined;
    },
    theirs: () => (returned().length > 0 ? 'RETURNED' : 'KEPT'),
    effects: () => returned().length,
    done: 'RETURNED',
  };
}

/** Money that no charge asked for, which the operator sends back. */
async function keyPayment(merchant: Merchant): Promise<Attempt> {
  const { bank } = merchant;
  const { endToEndId } = bank.books.receive({ valor: '7.00' });
  const address = bank.books.webhooks.get(bank.books.pixKey) ?? '';
  await bank.deliver(`${address}/pix`, { pix: [{ endToEndId, valor: '7.00' }] });
  const id = await waitFor('the Pix', async () => {
    const [found] = await merchant.get(`/v2/key-payments/list?search=${endToEndId}`);
    return found?.id as string | undefined;
  });
  const before = bank.books.returns().length;
  const returned = () => bank.books.returns().slice(before);
  return {
    ...returnOfKeyPayment(merchant, id),
    theirs: () => (returned().length > 0 ? 'RETURNED' : 'KEPT'),
    effects: () => returned().length,
    done: 'RETURNED',
  };
}

function pixCharge(merchant: Merchant): Attempt {
  const externalId = randomKey();
  const { bank } = merchant;
  const create = merchant.keyed('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000, externalId } });
  const find = async () => {
    const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
    expect(charges.length).toBeLessThan(2);
    return charges[0] as { id: string; brCode: string } | undefined;
  };
  let isThere = false;
  return {
    send: create,
    ours: async () => {
      const [row] = await merchant.rows('select txid from charges where id = $1', [(await find())?.id]);
      isThere = row !== undefined && bank.books.charges().includes(String(row['txid']));
      return row && 'OPEN';
    },
    theirs: () => (isThere ? 'OPEN' : 'NONE'),
    effects: () => Number(isThere),
    done: 'OPEN',
    identify: ({ json }) => json.data.id,
  };
}

/** Connecting the same account anew registers its addresses. */
function connect(merchant: Merchant): Attempt {
  const { webhooks } = merchant.bank.books.automatic;
  const callbackBaseUrl = `https://${randomKey()}.loja.example`;
  const registered = () =>
    [...webhooks.values(), ...merchant.bank.books.webhooks.values()].filter((url) => url.startsWith(callbackBaseUrl));
  let isConnected = false;
  return {
    send: async () => {
      const answer = await merchant.connect('BACEN_PIX', { callbackBaseUrl });
      isConnected ||= answer.status === 200;
      return answer;
    },
    ours: () => Promise.resolve(isConnected ? 'CONNECTED' : undefined),
    theirs: () => (registered().length === 3 ? 'CONNECTED' : 'NONE'),
    effects: () => Number(registered().length === 3),
    done: 'CONNECTED',
    identify: ({ json }) => json.data.callbackUrl,
  };
}

function payout(merchant: Merchant): Attempt {
  const { payoutBank } = merchant;
  payoutBank.next = 'COMPLETE';
  const externalId = randomKey();
  const body = { amount: 500, externalId, pixKey: payoutKey, pixKeyType: 'EMAIL' };
  const before = payoutBank.payouts.size;
  const list = async () => {
    const all = await merchant.get(`/v2/payouts/list?externalId=${externalId}`);
    expect(all.length).toBeLessThan(2);
    return all[0] as { id: string; status: string } | undefined;
  };
  return {
    send: merchant.keyed('/v2/payouts/create', body),
    ours: async () => (await list())?.status,
    theirs: () => (payoutBank.payouts.size > before ? 'COMPLETE' : 'NONE'),
    effects: () => payoutBank.payouts.size - before,
    done: 'COMPLETE',
    identify: ({ json }) => json.data.id,
    events: async () => ({ recordId: (await list())?.id ?? '', types: ['payout.completed'] }),
  };
}

export const pixRows: readonly Row[] = [
  { ...pix, ...byClient, call: 'Pix: a charge is made', request: at(String.raw`PUT /cob/\w+`), begin: pixCharge },
  {
    ...pix,
    call: 'Pix: money of another payer is returned',
    request: at(String.raw`PUT /pix/\w+/devolucao/\w+`),
    begin: wrongPayer,
  },
  {
    ...pix,
    call: 'Pix: one without a charge is returned',
    request: at(String.raw`PUT /pix/\w+/devolucao/\w+`),
    begin: keyPayment,
  },
  {
    ...pix,
    ...byClient,
    call: 'Pix: the token of a bank is fetched',
    request: /^POST \/oauth\/token$/,
    begin: connect,
  },
  {
    ...pix,
    ...byClient,
    call: 'Pix: the address for callbacks is registered',
    request: at(String.raw`PUT /webhook/[\w-]+`),
    begin: connect,
  },
  {
    ...pix,
    ...byClient,
    call: 'Automatic Pix: the address for recurrences is registered',
    request: at('PUT /webhookrec'),
    begin: connect,
  },
  {
    ...pix,
    ...byClient,
    call: 'Automatic Pix: the address for debits is registered',
    request: at('PUT /webhookcobr'),
    begin: connect,
  },
  {
    process: 'payouts',
    provider: 'payoutBank',
    call: 'Payouts: a payout is sent',
    request: /^PUT \/v1\/payouts\/\S+$/,
    begin: payout,
  },
  {
    process: 'payouts',
    provider: 'payoutBank',
    ...byClient,
    call: 'Payouts: the owner of a key is looked up',
    request: /^POST \/v1\/keys\/lookup$/,
    begin: payout,
  },
];
