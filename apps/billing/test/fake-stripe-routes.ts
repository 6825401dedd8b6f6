import { onlyParams, page, refuse, text, type Params, type StripeBooks, type StripeObject } from './fake-stripe-books';
import type { StripeBoletos } from './fake-stripe-boletos';
import type { StripeCards } from './fake-stripe-cards';
import type { StripeEndpoints } from './fake-stripe-endpoints';
import type { StripeFiles } from './fake-stripe-files';
import type { StripeIntents } from './fake-stripe-intents';
import type { StripeMoney } from './fake-stripe-money';

export interface Route {
  readonly method: string;
  /** After `/v1/`, e.g. payment_intents, pi_1, confirm. */
  readonly path: readonly string[];
  readonly params: Params;
}

export interface StripeParts {
  readonly books: StripeBooks;
  readonly cards: StripeCards;
  readonly boletos: StripeBoletos;
  readonly endpoints: StripeEndpoints;
  readonly files: StripeFiles;
  readonly money: StripeMoney;
  readonly intents: StripeIntents;
}

type Write = (parts: StripeParts, params: Params, id: string) => object;

const writes: Readonly<Record<string, Write>> = {
  payment_methods: ({ cards }, params) => cards.createPaymentMethod(params),
  'payment_methods/attach': ({ cards }, params, id) => cards.attach(id, params),
  'payment_methods/detach': ({ cards }, _params, id) => cards.detach(id),
  customers: ({ cards }, params) => cards.createCustomer(params),
  payment_intents: ({ boletos, intents }, params) =>
    isBoleto(params) ? boletos.createIntent(params) : intents.createPaymentIntent(params),
  'payment_intents/confirm': ({ intents }, params, id) => intents.confirmPaymentIntent(id, params),
  'payment_intents/cancel': ({ intents }, params, id) => intents.cancelPaymentIntent(id, params),
  setup_intents: ({ intents }, params) => intents.createSetupIntent(params),
  'setup_intents/confirm': ({ intents }, params, id) => intents.confirmSetupIntent(id, params),
  'setup_intents/cancel': ({ intents }, _params, id) => intents.cancelSetupIntent(id),
  files: ({ files }, params) => files.create(params),
  refunds: ({ money }, params) => money.createRefund(params),
  webhook_endpoints: ({ endpoints }, params) => endpoints.create(params),
};

/** Writes to one object by its id alone. */
const updates: Readonly<Record<string, Write>> = {
  webhook_endpoints: ({ endpoints }, params, id) => endpoints.update(id, params),
  disputes: ({ money }, params, id) => money.answerDispute(id, params),
};

/** Resources that are read by id and listed, with the field of each filter. */
const reads: Readonly<Record<string, { readonly kind: string; readonly filters: readonly string[] }>> = {
  payment_methods: { kind: 'payment_method', filters: ['customer', 'type'] },
  customers: { kind: 'customer', filters: ['email'] },
  payment_intents: { kind: 'payment_intent', filters: ['customer'] },
  setup_intents: { kind: 'setup_intent', filters: ['customer', 'payment_method'] },
  charges: { kind: 'charge', filters: ['customer', 'payment_intent'] },
  refunds: { kind: 'refund', filters: ['charge', 'payment_intent'] },
  disputes: { kind: 'dispute', filters: ['charge', 'payment_intent'] },
  balance_transactions: { kind: 'balance_transaction', filters: ['payout', 'source', 'type', 'currency'] },
  payouts: { kind: 'payout', filters: ['status'] },
  files: { kind: 'file', filters: ['purpose'] },
  events: { kind: 'event', filters: ['type'] },
  webhook_endpoints: { kind: 'webhook_endpoint', filters: [] },
};

const paging = ['limit', 'starting_after', 'ending_before', 'created'];

/** Does one request of the API. @throws StripeRefusal */
export function routeOf(parts: StripeParts, { method, path, params }: Route): object {
  const [resource = '', id = '', verb] = path;
  const { books } = parts;
  if (method === 'GET' && resource === 'account') return books.account;
  if (method === 'GET' && resource === 'balance') return parts.money.balance();
  const write = writes[verb === undefined ? resource : `${resource}/${verb}`];
  if (method === 'POST' && write && (id === '') === (verb === undefined)) return write(parts, params, id);
  const update = verb === undefined && id !== '' ? updates[resource] : undefined;
  if (method === 'POST' && update) return update(parts, params, id);
  if (method === 'DELETE' && resource === 'webhook_endpoints') return parts.endpoints.remove(id);
  const read = reads[resource];
  if (method !== 'GET' || !read || verb !== undefined) return refuse('Unrecognized request URL', {}, 404);
  if (id !== '')
    return expanded(books, params, resource === 'events' ? eventOf(books, id) : books.get(read.kind, id, 'id'));
  onlyParams(params, [...paging, ...read.filters]);
  const all = resource === 'events' ? [...books.events].reverse() : books.all(read.kind);
  const wanted = read.filters.flatMap((field) => {
    const value = text(params, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  const matching = all.filter((object) => wanted.every(([field, value]) => object[field] === value));
  const names = Object.values((params['expand'] ?? {}) as Record<string, string>);
  const inner = { expand: Object.fromEntries(names.map((name) => [name, name.replace(/^data\./, '')])) };
  const answer = page(`/v1/${resource}`, matching, params);
  return { ...answer, data: answer.data.map((object) => expanded(books, inner, object)) };
}

function eventOf({ events }: StripeBooks, id: string): StripeObject {
  return events.find((event) => event.id === id) ?? refuse(`No such event: '${id}'`, { code: 'resource_missing' }, 404);
}

function isBoleto(params: Params): boolean {
  return Object.values(params['allowed_payment_method_types'] ?? {}).includes('boleto');
}

/** An object with the ids of `expand` replaced by what they stand for, `latest_charge.balance_transaction` included. */
function expanded(books: StripeBooks, params: Params, object: StripeObject): object {
  const paths = Object.values((params['expand'] ?? {}) as Record<string, string>);
  return paths.reduce<object>((shown, path) => expandPath(books, shown, path.split('.')), object);
}

function expandPath(books: StripeBooks, object: object, [name, ...rest]: readonly string[]): object {
  const value = (object as Record<string, unknown>)[name ?? ''];
  const found = typeof value === 'string' ? books.find(value) : value;
  if (name === undefined || typeof found !== 'object' || found === null) return object;
  return { ...object, [name]: expandPath(books, found, rest) };
}
