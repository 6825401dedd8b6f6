import { waitFor } from '@pitanga/testing';
import type { Attempt, Row } from './crash';
import { aBuyer, randomForm, randomKey, type Merchant } from './merchant';
import { at, pix } from './pix-rows';

/** A plan and the form of somebody who authorises it. */
async function aStart(merchant: Merchant) {
  const product = { externalId: randomKey(), name: 'Clube', price: 4_000, cycle: 'WEEKLY' };
  const { id: productId } = await merchant.post('/v2/products/create', product);
  const plan = await merchant.post('/v2/subscriptions/create', {
    items: [{ id: productId }],
    methods: ['PIX'],
  });
  const { name, taxId, email } = aBuyer();
  const fields = { form: randomForm(), name, taxId, email };
  const before = new Set(merchant.bank.books.automatic.recs.keys());
  const recs = () => [...merchant.bank.books.automatic.recs.values()].filter(({ idRec }) => !before.has(idRec));
  const find = async () => {
    const found = await merchant.rows(
      `select a.* from pix_authorizations a join agreements g using (subscription_id) where g.checkout_id = $1`,
      [plan.id],
    );
    expect(found.length).toBeLessThan(2);
    return found[0];
  };
  const subscription = async () =>
    (await merchant.get(`/v2/subscriptions/list?checkoutId=${String(plan.id)}`))[0] as
      { id: string; status: string } | undefined;
  return { recs, find, subscription, send: () => merchant.submit(`${String(plan.url)}/subscribe`, fields) };
}

async function start(merchant: Merchant): Promise<Attempt> {
  const { recs, find, send } = await aStart(merchant);
  return {
    send,
    ours: async () => {
      const row = await find();
      return row?.['status'] === 'WAITING' && row['authorization_id'] === recs()[0]?.idRec ? 'WAITING' : undefined;
    },
    theirs: () => (recs()[0]?.status === 'CRIADA' ? 'WAITING' : 'NONE'),
    effects: () => recs().length,
    done: 'WAITING',
    identify: ({ status }) => status,
  };
}

/** A subscription whose payer has paid the first cycle, not yet approved. */
async function aSubscription(merchant: Merchant) {
  const { bank } = merchant;
  const { recs, find, send, subscription } = await aStart(merchant);
  await send();
  const [rec] = recs();
  if (!rec) throw new Error('no recurrence');
  const { name: nome, taxId: cpf } = aBuyer();
  await bank.pay(String((await find())?.['txid']), { payer: { cpf, nome } });
  const { id } = await waitFor('the subscription', subscription);
  const { automatic } = bank.books;
  const cobrs = () => [...automatic.cobrs.values()].filter(({ idRec }) => idRec === rec.idRec);
  const approve = async () => {
    if (rec.status === 'CRIADA') automatic.approve(rec.idRec, 'JORNADA_3');
    await bank.tell('rec', rec.idRec);
  };
  const debit = async () => {
    const [row] = await merchant.rows('select * from pix_debits where subscription_id = $1', [id]);
    return row;
  };
  return { id, rec, cobrs, approve, debit, subscription };
}

const read = (merchant: Merchant, id: string) => merchant.api.get(`/v2/subscriptions/get?id=${id}`);

async function firstDebit(merchant: Merchant): Promise<Attempt> {
  const { id, cobrs, approve, debit } = await aSubscription(merchant);
  return {
    send: async () => {
      await approve();
      return read(merchant, id);
    },
    ours: async () => ((await debit())?.['step'] === 'SENT' ? 'SENT' : undefined),
    theirs: () => (cobrs().length > 0 ? 'SENT' : 'NONE'),
    effects: () => cobrs().length,
    done: 'SENT',
  };
}

/** A subscription whose next cycle is at the payer's bank. */
async function aDebit(merchant: Merchant) {
  const made = await aSubscription(merchant);
  await made.approve();
  await waitFor('its debit', async () => (await made.debit())?.['step'] === 'SENT', 60_000);
  const [cobr] = made.cobrs();
  if (!cobr) throw new Error('no debit');
  return { ...made, cobr };
}

async function cancelled(merchant: Merchant): Promise<Attempt> {
  const { id, rec, cobr, subscription } = await aDebit(merchant);
  const isOver = () => rec.status === 'CANCELADA' && cobr.status === 'CANCELADA';
  return {
    send: merchant.keyed(`/v2/subscriptions/cancel?id=${id}`, {}),
    ours: async () => {
      const { status = '' } = (await subscription()) ?? {};
      const rows = await merchant.rows('select status from pix_authorizations where subscription_id = $1', [id]);
      return status === 'CANCELLED' && rows[0]?.['status'] === 'ENDED' ? 'CANCELLED' : undefined;
    },
    theirs: () => (isOver() ? 'CANCELLED' : 'ACTIVE'),
    effects: () => Number(isOver()),
    done: 'CANCELLED',
    events: () => Promise.resolve({ recordId: id, types: ['subscription.cancelled'] }),
  };
}

/** The first try has failed for a reason that another may overcome. */
async function retried(merchant: Merchant): Promise<Attempt> {
  const { bank, clock } = merchant;
  const { id, cobr, debit } = await aDebit(merchant);
  await clock.advance(7 * 86_400_000);
  bank.books.automatic.refuseTry(cobr.txid, 'AB03');
  const again = () => cobr.tentativas.filter(({ tipo }) => tipo === 'NTAG').length;
  const asked = () => bank.seen.filter((request) => request.includes(`${cobr.txid}/retentativa/`)).length;
  let isFirst = true;
  return {
    send: async () => {
      await bank.tell('cobr', cobr.txid);
      // Subscriptions asks for another try when the store's time for it has come.
      for (let halfDay = 0; isFirst && halfDay < 8 && asked() === 0; halfDay += 1) {
        await waitFor('another try', () => Promise.resolve(asked() > 0), 2_500).catch(() => clock.advance(43_200_000));
      }
      isFirst = false;
      return read(merchant, id);
    },
    ours: async () => {
      const row = await debit();
      return row?.['step'] === 'SENT' && again() > 0 ? 'RETRIED' : undefined;
    },
    theirs: () => (again() > 0 ? 'RETRIED' : 'FAILED'),
    effects: again,
    done: 'RETRIED',
  };
}

export const automaticPixRows: readonly Row[] = [
  { ...pix, call: 'Automatic Pix: a location is made', request: at('POST /locrec'), begin: start },
  { ...pix, call: 'Automatic Pix: the first charge is made', request: at(String.raw`PUT /cob/\w+`), begin: start },
  { ...pix, call: 'Automatic Pix: a recurrence is made', request: at('POST /rec'), begin: start },
  {
    ...pix,
    call: 'Automatic Pix: the code of a recurrence is read',
    request: at(String.raw`GET /rec/\w+\?txid=\w+`),
    begin: start,
  },
  { ...pix, call: 'Automatic Pix: a debit is made', request: at(String.raw`PUT /cobr/\w+`), begin: firstDebit },
  { ...pix, call: 'Automatic Pix: a debit is cancelled', request: at(String.raw`PATCH /cobr/\w+`), begin: cancelled },
  {
    ...pix,
    call: 'Automatic Pix: a recurrence is cancelled',
    request: at(String.raw`PATCH /rec/\w+`),
    begin: cancelled,
  },
  {
    ...pix,
    call: 'Automatic Pix: a debit is tried again',
    request: at(String.raw`POST /cobr/\w+/retentativa/[\d-]+`),
    begin: retried,
  },
];
