import { bookBillet } from './charge-boletos';
import { bookCard, cardOutcome, listInstallments, refundCard } from './charge-cards';
import type { EfiBookedCharge, EfiBooks } from './charge-books';
import { dayAt, EfiRefusal, fields, integer, onlyKnown, refuse, text, timeAt, type EfiRequest } from './charge-parts';

/** What a route answers as `data`; undefined where the route is another's. */
export type EfiRoute = (request: EfiRequest) => { readonly data?: unknown } | undefined;

const cancellable = ['new', 'waiting', 'unpaid', 'link'];

export function chargeRoutes(books: EfiBooks): EfiRoute {
  const find = (id: string | undefined): EfiBookedCharge =>
    books.charges.find((charge) => String(charge.id) === id) ?? missing();
  return ({ method, path, query, body }) => {
    const [, id, what] = /^\/v1\/charge\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/charge') return { data: create(books, body) };
    if (method === 'GET' && path === '/v1/charges') return { data: list(books, query) };
    if (method === 'POST' && what === 'pay') return { data: pay(books, find(id), body) };
    if (method === 'PUT' && what === 'cancel') return cancel(books, find(id));
    if (method === 'GET' && id !== undefined && what === undefined) return { data: shown(books, find(id)) };
    const [, refunded] = /^\/v1\/charge\/card\/(\d+)\/refund$/.exec(path) ?? [];
    if (method === 'POST' && refunded !== undefined) return refundCard(books, find(refunded), body);
    if (method === 'POST' && what === 'history') return note(books, find(id), body);
    if (method === 'GET' && path === '/v1/installments') return { data: listInstallments(books, query) };
    if (method === 'GET' && path.startsWith('/v1/notification/')) return { data: history(books, path) };
    return undefined;
  };
}

function missing(): never {
  throw new EfiRefusal(404, 3_500_034, { property: 'id', message: 'não encontrada' });
}

/** Whatever was sent before: nothing here is once. */
function create(books: EfiBooks, body: Readonly<Record<string, unknown>>): object {
  onlyKnown(body, ['items', 'metadata', 'shippings'], '');
  const items = Array.isArray(body['items']) ? (body['items'] as unknown[]).map(fields) : [];
  const [item] = items;
  if (!item || items.length !== 1) return refuse(3_500_023, { property: 'items', message: 'obrigatória' });
  text(item['name'], 'items/name');
  const { custom_id: customId, notification_url: url } = fields(body['metadata']);
  const charge: EfiBookedCharge = {
    id: books.firstId + books.charges.length,
    createdAt: books.now(),
    customId: customId === undefined ? undefined : text(customId, 'metadata/custom_id'),
    notificationUrl: url === undefined ? undefined : text(url, 'metadata/notification_url'),
    totalCents:
      integer(item['value'], 'items/value', 1, 999_999_999) * integer(item['amount'], 'items/amount', 1, 1_000),
    status: 'new',
    payment: undefined,
    paid: undefined,
    history: [],
  };
  books.charges.push(charge);
  books.move(charge, 'new');
  const { id, totalCents: total, createdAt } = charge;
  return { charge_id: id, status: 'new', total, custom_id: charge.customId ?? null, created_at: timeAt(createdAt) };
}

function pay(books: EfiBooks, charge: EfiBookedCharge, body: Readonly<Record<string, unknown>>): object {
  if (charge.payment) refuse(3_500_030);
  if (charge.status !== 'new') refuse(3_500_044);
  const { banking_billet: billet, credit_card: card } = fields(body['payment']);
  if (card !== undefined) return payByCard(books, charge, card);
  if (billet === undefined) return refuse(3_500_007);
  charge.payment = bookBillet(books, charge, billet);
  books.move(charge, 'waiting');
  const { id, status, totalCents: total } = charge;
  return { ...shownPayment(charge), charge_id: id, status, total, payment: charge.payment.method };
}

function payByCard(books: EfiBooks, charge: EfiBookedCharge, sent: unknown): object {
  const payment = bookCard(books, charge, sent);
  if (payment.method !== 'credit_card') throw new Error('no card');
  const { card, installments } = payment;
  books.move(charge, cardOutcome(card));
  const { id, status, totalCents: total } = charge;
  const refusal = status === 'unpaid' ? { refusal: card.refusal } : {};
  return { charge_id: id, status, total, payment: 'credit_card', installments, installment_value: total, ...refusal };
}

/** A sentence of the account's own. */
function note(books: EfiBooks, charge: EfiBookedCharge, body: Readonly<Record<string, unknown>>): object {
  charge.history.push({ message: text(body['description'], 'description'), at: books.now() });
  return {};
}

function shownPayment({ id, payment }: EfiBookedCharge): object {
  if (payment?.method === 'credit_card') return { mask: payment.card.mask, installments: payment.installments };
  if (!payment) return {};
  const { barcode, brCode, dueDate } = payment;
  const link = `https://visualizacao.gerencianet.com.br/emissao/${String(id)}`;
  return {
    barcode,
    ...(brCode !== undefined && { pix: { qrcode: brCode, qrcode_image: 'data:image/svg+xml;base64,PHN2Zz4=' } }),
    link,
    billet_link: link,
    pdf: { charge: `${link}.pdf` },
    expire_at: dueDate,
  };
}

/** `GET /v1/charge/{id}`. */
function shown(books: EfiBooks, charge: EfiBookedCharge): object {
  const { id, totalCents: total, status, customId, createdAt, notificationUrl, payment, paid } = charge;
  return {
    charge_id: id,
    total,
    status,
    custom_id: customId ?? null,
    created_at: timeAt(createdAt),
    notification_url: notificationUrl ?? null,
    history: charge.history.map(({ message, at }) => ({ message, created_at: timeAt(at) })),
    ...(payment && {
      payment: {
        method: payment.method,
        created_at: timeAt(createdAt),
        message:
          payment.method === 'credit_card' && status === 'unpaid' ? (payment.card.refusal?.reason ?? null) : null,
        ...(paid && { paid_at: paid.day, ...(books.showsPaidValue && { paid_value: paid.cents }) }),
        [payment.method]: shownPayment(charge),
      },
    }),
  };
}

/** The three of kind and days are required, and one without a way to be paid is of no kind. */
function list(books: EfiBooks, query: URLSearchParams): readonly object[] {
  const kind = query.get('charge_type') === 'billet' ? 'banking_billet' : 'credit_card';
  const [from, until] = [query.get('begin_date'), query.get('end_date')];
  if (query.get('charge_type') === null || from === null || until === null) return refuse(3_500_023);
  return books.charges
    .filter(({ createdAt }) => dayAt(createdAt) >= from && dayAt(createdAt) <= until)
    .filter(({ payment, customId }) => payment?.method === kind && customId === (query.get('custom_id') ?? customId))
    .toReversed()
    .map(({ id, totalCents, status, customId, createdAt }) => ({
      id,
      total: totalCents,
      status,
      custom_id: customId ?? null,
      created_at: timeAt(createdAt),
    }));
}

function cancel(books: EfiBooks, charge: EfiBookedCharge): object {
  if (!cancellable.includes(charge.status)) refuse(3_500_043);
  books.move(charge, 'canceled');
  return {};
}

/** The whole history, oldest first. */
function history(books: EfiBooks, path: string): readonly object[] {
  const entries = books.notices.get(path.split('/').at(-1) ?? '');
  if (!entries) return missing();
  return entries.map(({ id, chargeId, customId, current, previous, value, receivedDay, at }) => ({
    id,
    type: 'charge',
    custom_id: customId ?? null,
    status: { current, previous },
    identifiers: { charge_id: chargeId },
    created_at: timeAt(at),
    ...(value !== undefined && { value }),
    ...(receivedDay !== undefined && { received_by_bank_at: receivedDay }),
  }));
}

/** The payer pays a boleto, on its day or late, by either of its codes; also one that was cancelled after it was printed. */
export function payBillet(books: EfiBooks, charge: EfiBookedCharge, valueCents = charge.totalCents): void {
  if (!['waiting', 'identified', 'unpaid', 'canceled'].includes(charge.status)) {
    throw new Error(`${String(charge.id)} cannot be paid`);
  }
  books.move(charge, 'paid', { cents: valueCents, day: dayAt(books.now()) });
}
