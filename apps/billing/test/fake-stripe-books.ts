import { randomBytes } from 'node:crypto';

/** What the fake Stripe keeps, written from Stripe's published reference alone: it shares no code with the adapter. */

/** An object as the API answers it. */
export type StripeObject = Record<string, unknown> & { readonly id: string; readonly object: string };

/** The form parameters of a request, nested as its brackets say; every leaf is a text. */
export interface Params {
  readonly [name: string]: string | Params | undefined;
}

/** An error as the API answers it. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Record<string, unknown>,
  ) {
    super(String(error['code'] ?? error['type']));
  }
}

export function refuse(message: string, error: Record<string, unknown> = {}, status = 400): never {
  throw new StripeRefusal(status, { type: 'invalid_request_error', message, ...error });
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function group(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' ? value : {};
}

/** Refuses parameters that the route does not have, as Stripe does. */
export function onlyParams(params: Params, names: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !names.includes(name) && name !== 'expand');
  if (unknown) refuse(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}

export function required(params: Params, name: string): string {
  return text(params, name) ?? refuse(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
}

export function centavos(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) < 1)
    refuse('Invalid integer', { code: 'parameter_invalid_integer', param: name });
  return Number(value);
}

/** A StripeEvent as `GET /v1/events` answers it. */
export type StripeEvent = StripeObject & {
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: StripeObject };
};

/** The objects of one account. */
export interface StripeBooks {
  readonly accountId: string;
  readonly livemode: boolean;
  /** Of the account itself, which a test may change. */
  readonly account: Record<string, unknown>;
  /** Newest last. */
  readonly events: StripeEvent[];
  /** Seconds. */
  now(): number;
  newId(prefix: string): string;
  put<T extends StripeObject>(object: T): T;
  /** @throws StripeRefusal resource_missing */
  get(kind: string, id: string, param?: string): StripeObject;
  find(id: string): StripeObject | undefined;
  /** Newest first, as the API lists them. */
  all(kind: string): readonly StripeObject[];
  /** Changes an object in place. */
  change(id: string, changes: Record<string, unknown>): StripeObject;
  /** Records an event about an object as it is now. */
  tell(type: string, object: StripeObject): StripeEvent;
  /** Sends every event from now on. */
  onEvent: ((event: StripeEvent) => void) | undefined;
}

export function stripeBooks(now: () => Date, livemode = false): StripeBooks {
  const objects = new Map<string, StripeObject>();
  const accountId = `acct_1${randomBytes(8).toString('hex')}`;
  const books: StripeBooks = {
    accountId,
    livemode,
    account: {
      id: accountId,
      object: 'account',
      country: 'BR',
      default_currency: 'brl',
      charges_enabled: true,
      payouts_enabled: true,
      capabilities: { card_payments: 'active', boleto_payments: 'active', transfers: 'active' },
    },
    events: [],
    onEvent: undefined,
    now: () => Math.floor(now().getTime() / 1_000),
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    put: (object) => {
      objects.set(object.id, object);
      return object;
    },
    get: (kind, id, param = kind) => {
      const found = objects.get(id);
      return found?.object === kind
        ? found
        : refuse(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, param === 'id' ? 404 : 400);
    },
    find: (id) => objects.get(id),
    all: (kind) => [...objects.values()].filter(({ object }) => object === kind).reverse(),
    change: (id, changes) => {
      const object = objects.get(id);
      if (!object) throw new Error(`no ${id}`);
      return Object.assign(object, changes);
    },
    tell: (type, object) => {
      const event: StripeEvent = {
        id: books.newId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: books.now(),
        livemode,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
        data: { object: structuredClone(object) },
      };
      books.events.push(event);
      books.onEvent?.(event);
      return event;
    },
  };
  return books;
}

/** One page of a list, newest first, as Stripe pages it. */
export function page(
  url: string,
  all: readonly StripeObject[],
  params: Params,
): {
  readonly object: 'list';
  readonly url: string;
  readonly has_more: boolean;
  readonly data: readonly StripeObject[];
} {
  const limit = Number(text(params, 'limit') ?? '10');
  if (!(limit >= 1 && limit <= 100)) refuse('Invalid limit', { param: 'limit' });
  const after = text(params, 'starting_after');
  const before = text(params, 'ending_before');
  const { gte, gt, lte, lt } = group(params, 'created');
  const created = (object: StripeObject): number => Number(object['created']);
  const within = all.filter(
    (object) =>
      (gte === undefined || created(object) >= Number(gte)) &&
      (gt === undefined || created(object) > Number(gt)) &&
      (lte === undefined || created(object) <= Number(lte)) &&
      (lt === undefined || created(object) < Number(lt)),
  );
  const index = (id: string): number => within.findIndex((object) => object.id === id);
  const rest = after === undefined ? within : within.slice(index(after) + 1);
  const upTo = before === undefined ? rest : rest.slice(0, Math.max(0, index(before)));
  const data = before === undefined ? upTo.slice(0, limit) : upTo.slice(-limit);
  return { object: 'list', url, has_more: data.length < upTo.length, data };
}
