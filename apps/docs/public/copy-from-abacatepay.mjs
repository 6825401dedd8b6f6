#!/usr/bin/env node
// Copies products, customers, coupons, webhooks and subscriptions from an AbacatePay store to a Pitanga store, through the
// public v2 API of both.
// Needs Node 20 or later and nothing else. `node copy-from-abacatepay.mjs --help` explains it.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const help = `Copies products, customers, coupons, webhooks and subscriptions from AbacatePay to Pitanga.

  node copy-from-abacatepay.mjs [--dry-run] [--only products,customers,coupons,webhooks,subscriptions] [--links FILE] [--mail]

Reads from the environment:
  ABACATEPAY_KEY   a key of the store to copy from: READ of PRODUCT, CUSTOMER, COUPON, WEBHOOK and CHECKOUT (subscriptions)
  ABACATEPAY_URL   https://api.abacatepay.com when left out
  PITANGA_KEY      a key of the store to copy to: the same permissions, and CREATE; for inactive coupons COUPON:UPDATE, for
                   subscriptions whose day has changed CHECKOUT:DELETE
  PITANGA_URL      http://127.0.0.1:8080 when left out

A webhook is made DISABLED, with a new secret that is printed once: enable it when your server knows the secret.
A subscription becomes a page on which its customer gives a card or authorises Pix, and which charges nothing before the day
of the next charge there. Send its address to the customer, or let Pitanga: --mail asks each customer by e-mail, in the name of
your store, once. --links writes all addresses to a CSV file. A subscription that was taken here is charged here, too: cancel it
there before that day. A second run says which those are.

--dry-run reads both stores, says what it would do and writes nothing. A second run copies what is new and leaves what is
there. Exits with 0 when all is there, 1 when something could not be copied as it was, 2 when it could not begin or go on.`;

const attempts = 6;
const timeoutMs = 60_000;

/** An answer that is no success; `code` is Pitanga's, and undefined where the other side has none. */
class Refusal extends Error {
  constructor(status, body, where) {
    super(body?.error ?? body?.message ?? `status ${String(status)}`);
    this.status = status;
    this.code = body?.code;
    this.where = where;
  }
}

/** One store, through the v2 API. */
class Store {
  constructor(url, key) {
    this.url = url.replace(/\/+$/, '');
    this.key = key;
  }

  /** The `data` of the answer, or null where there is no such record. */
  async find(path, query) {
    const { data } = await this.#call('GET', path, { query }).catch((error) => {
      if (error instanceof Refusal && error.status === 404) return { data: null };
      throw error;
    });
    return data;
  }

  async create(path, body) {
    return (await this.#call('POST', path, { body })).data;
  }

  /** Every record of a list, page after page. */
  async *list(path, query = {}) {
    const cursors = new Set();
    for (let after; ;) {
      const page = await this.#call('GET', path, { query: { ...query, limit: 100, after } });
      yield* page.data;
      if (page.pagination?.hasMore !== true) return;
      after = page.pagination.next;
      if (!after || cursors.has(after)) throw new Error(`${this.url} has more of ${path}, and does not say where`);
      cursors.add(after);
    }
  }

  /** Repeats what may pass: no connection, too many requests, a service that is away. A POST keeps its Idempotency-Key. */
  async #call(method, path, { query = {}, body } = {}) {
    const url = new URL(`${this.url}/v2/${path}`);
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, String(value));
    const headers = { authorization: `Bearer ${this.key}`, accept: 'application/json' };
    if (method === 'POST') {
      headers['content-type'] = 'application/json';
      headers['idempotency-key'] = randomUUID();
    }
    for (let attempt = 1; ; attempt += 1) {
      const init = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(timeoutMs) };
      const answer = await fetch(url, init).catch((error) => error);
      if (answer instanceof Error) {
        if (attempt === attempts)
          throw new Error(`${this.url} does not answer: ${answer.cause?.message ?? answer.message}`);
        await wait(250 * 2 ** attempt);
        continue;
      }
      const json = await answer.json().catch(() => null);
      if (answer.ok && json !== null) return json;
      const refusal = new Refusal(answer.status, json, `${method} ${url.origin}${url.pathname}`);
      const mayPass =
        answer.status === 429 ||
        (answer.status >= 500 && refusal.code !== 'PROVIDER_NOT_CONFIGURED') ||
        refusal.code === 'IDEMPOTENCY_KEY_IN_FLIGHT';
      if (!mayPass || attempt === attempts) throw refusal;
      const askedSeconds = Number(answer.headers.get('retry-after'));
      await wait(askedSeconds > 0 ? Math.min(askedSeconds, 60) * 1000 : 250 * 2 ** attempt);
    }
  }
}

/** The fields of a record that have a value. */
const filled = (record, names) =>
  Object.fromEntries(names.filter((name) => record[name] != null && record[name] !== '').map((n) => [n, record[n]]));

/** Where two records differ in what counts, in words: `price 4900 there, 5900 here`. */
const differences = (there, here, names) =>
  names
    .filter((name) => (there[name] ?? null) !== (here[name] ?? null))
    .map((name) => `${name} ${String(there[name] ?? 'none')} there, ${String(here[name] ?? 'none')} here`);

const pictureCodes = new Set(['DOWNLOAD_FAILED', 'DOWNLOAD_REDIRECTS', 'FILE_NOT_ACCEPTED', 'INVALID_ARGUMENT']);

/** A day in São Paulo, written YYYY-MM-DD. */
const dayOf = (instant) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(new Date(instant));

/** Why a record cannot be copied as it is. */
class Unfit extends Error {}

/**
 * What is copied, in this order. Of each: `name` in the report; `isOver`, where nothing is left to copy; `unfit`, why it
 * cannot be copied, if so; `existing`, the record of the target that it already is; `differs`; `lost`, what does not come along;
 * `make`, which writes it and answers what did not come along besides; where that takes two calls, `isUnfinished` and `finish`,
 * the second of them. `prepare` reads what `make` needs, also of a dry run. `say` prints a line of its own.
 */
const kinds = {
  products: {
    name: (product) => product.externalId || product.id,
    unfit: (product) => {
      if (product.status && product.status !== 'ACTIVE') return `it is ${product.status}`;
      return (product.currency ?? 'BRL') === 'BRL' ? undefined : `its currency is ${product.currency}`;
    },
    existing: (target, product) => target.find('products/get', { externalId: product.externalId || product.id }),
    differs: (product, here) => differences(product, here, ['name', 'price', 'cycle']),
    lost: (product) => (product.hasFile ? ['its file, which the API never shows'] : []),
    async make(target, product) {
      const fields = ['name', 'description', 'price', 'cycle', 'trialDays', 'imageUrl'];
      // No days of trial are said by leaving them out.
      const given = filled({ ...product, trialDays: product.trialDays || null }, fields);
      const { imageUrl, ...plain } = { externalId: product.externalId || product.id, ...given };
      if (imageUrl === undefined) return target.create('products/create', plain).then(() => []);
      try {
        await target.create('products/create', { ...plain, imageUrl });
        return [];
      } catch (error) {
        if (!(error instanceof Refusal && pictureCodes.has(error.code))) throw error;
        // Whatever else is wrong with it is said by the second try.
        await target.create('products/create', plain);
        return [`its picture ${imageUrl}: ${error.message}`];
      }
    },
  },

  customers: {
    name: (customer) => customer.id,
    unfit: (customer) => (customer.email ? undefined : 'it has no e-mail, which is mandatory'),
    async existing(target, customer) {
      const taxId = wholeTaxId(customer);
      if (taxId) return target.find('customers/get', { taxId });
      // Without a tax id every create makes a customer: what this program made is known by its mark.
      for await (const here of target.list('customers/list', { email: customer.email }))
        if (here.metadata?.abacatepayId === customer.id) return here;
      return null;
    },
    differs: () => [],
    lost: (customer) => (customer.taxId && !wholeTaxId(customer) ? ['its tax id, which is masked there'] : []),
    async make(target, customer) {
      const fields = ['email', 'name', 'cellphone', 'zipCode'];
      const taxId = wholeTaxId(customer);
      const metadata = { ...customer.metadata, abacatepayId: customer.id };
      const known = { ...filled(customer, fields), ...(taxId && { taxId }), metadata };
      const { id } = await target.create('customers/create', known);
      const place = filled(customer, ['address', 'city', 'state']);
      if (Object.keys(place).length > 0) await target.create('customers/update', { id, ...place });
      return [];
    },
  },

  coupons: {
    name: (coupon) => coupon.code || coupon.id,
    unfit: (coupon) => {
      if (redeemsLeft(coupon) === 0) return 'it is used up';
      if (coupon.status === 'EXPIRED') return 'it has ended';
      return coupon.status === 'DELETED' ? 'it is DELETED' : undefined;
    },
    existing: (target, coupon) => target.find('coupons/get', { id: coupon.code || coupon.id }),
    differs: (coupon, here) =>
      differences(
        { ...coupon, status: couponStatus(coupon), expiresAt: written(coupon.expiresAt) },
        { ...here, expiresAt: written(here.expiresAt) },
        ['discountKind', 'discount', 'status', 'expiresAt'],
      ),
    // A copy that ended between both calls of make has left it ACTIVE.
    isUnfinished: (coupon, here) =>
      couponStatus(coupon) === 'INACTIVE' &&
      here.status === 'ACTIVE' &&
      differences(coupon, here, ['discountKind', 'discount']).length === 0,
    finish: (target, coupon) => target.create('coupons/toggle', { id: coupon.code || coupon.id }),
    lost: () => [],
    async make(target, coupon) {
      const code = coupon.code || coupon.id;
      const fields = filled(coupon, [
        ...['discountKind', 'discount', 'notes', 'metadata'],
        // Of a store of ours alone: there a coupon counts for the first charge, as ONCE does.
        ...['duration', 'durationInCycles'],
      ]);
      await target.create('coupons/create', { code, ...fields, ...validity(coupon), maxRedeems: redeemsLeft(coupon) });
      if (couponStatus(coupon) === 'INACTIVE') await this.finish(target, coupon);
      return [];
    },
  },

  webhooks: {
    name: (webhook) => `${webhook.name || webhook.id}  ${addressOf(webhook)}`,
    isOver: ({ status }) => status === 'DELETED',
    unfit: (webhook) => {
      if (!webhook.endpoint) return 'the API does not show its address';
      if (webhook.endpoint.includes('***')) return 'the API does not show its whole address';
      return webhook.events?.length > 0 ? undefined : 'the API does not show its events';
    },
    async existing(target, webhook) {
      for await (const here of target.list('webhooks/list'))
        if (isShownAs(here.endpoint, addressOf(webhook))) return here;
      return null;
    },
    differs: (webhook, here) => {
      const missing = webhook.events.filter((event) => !here.events.includes(event));
      return missing.length === 0 ? [] : [`without ${missing.join(', ')} here`];
    },
    lost: () => [],
    async make(target, webhook, { say }) {
      const isV1 = webhook.v2 === false || webhook.events.every((event) => /^(billing|withdraw)\./.test(event));
      // There the secret comes in both places: a server that looks at either finds the new one there.
      const legacy = { legacySecretHeader: true, legacySecretQuery: true };
      // Nothing is sent to a server that does not know the new secret.
      const quiet = { ...legacy, status: 'DISABLED' };
      const body = { name: webhook.name || 'AbacatePay', endpoint: addressOf(webhook), v2: !isV1, ...quiet };
      const send = (events) => target.create('webhooks/create', { ...body, events });
      let unknown = [];
      const made = await send(webhook.events).catch((error) => {
        const [, valid] = /valid events of a v[12] webhook: (.+)$/.exec(error.message) ?? [];
        const known = webhook.events.filter((event) => valid?.split(', ').includes(event));
        if (known.length === 0) throw error;
        unknown = webhook.events.filter((event) => !known.includes(event));
        return send(known);
      });
      say(`its secret, shown this once: ${made.secret}`);
      say('it is DISABLED: enable it when your server knows the secret');
      return unknown.length === 0 ? [] : [`the events ${unknown.join(', ')}, which are none here`];
    },
  },

  subscriptions: {
    name: (subscription) => subscription.id,
    isOver: ({ status }) => status === 'CANCELLED',
    unfit: ({ status, nextChargeAt, pausedAt, cancelAt }) => {
      if (status !== 'ACTIVE') return `it is ${status}`;
      if (pausedAt) return 'it is paused there';
      if (cancelAt) return `it ends there on ${dayOf(cancelAt)}`;
      if (!nextChargeAt) return 'the API does not show its next charge';
      return dayOf(nextChargeAt) > dayOf(Date.now())
        ? undefined
        : `its charge of ${dayOf(nextChargeAt)} is still to be made there`;
    },
    async existing(target, subscription) {
      const here = await target.find('subscriptions/checkouts/get', { externalId: copiedId(subscription) });
      if (here === null || ['EXPIRED', 'CANCELLED'].includes(here.status)) return null;
      for await (const { status } of target.list('subscriptions/list', { checkoutId: here.id }))
        if (status === 'ACTIVE') return { ...here, isTaken: true };
      return here;
    },
    differs: ({ nextChargeAt }, { isTaken }) =>
      isTaken ? [`taken here: cancel it there before ${dayOf(nextChargeAt)}, or both are charged`] : [],
    // The next charge there has moved since this was offered, and its customer has not taken it.
    isUnfinished: ({ nextChargeAt }, here) => !here.isTaken && here.dueDate !== dayOf(nextChargeAt),
    async finish(target, subscription, context) {
      const here = await this.existing(target, subscription);
      const prepared = await this.prepare(target, subscription, context);
      await target.create('subscriptions/checkouts/delete', { id: here.id });
      await this.make(target, subscription, { ...context, prepared });
    },
    async again(target, subscription, here, context) {
      if (here.isTaken) return;
      await offer(target, subscription, here, await target.find('customers/get', { id: here.customerId }), context);
    },
    lost: ({ coupons }) => (coupons?.length > 0 ? [`its coupons ${coupons.join(', ')}`] : []),
    async prepare(target, subscription, { source, isDry }) {
      const { productId, quantity } = await soldItem(source, subscription);
      const there = await source.find('products/get', { id: productId });
      // Of a dry run, it may be what would have been copied before.
      const product = there && ((await kinds.products.existing(target, there)) ?? (isDry ? there : null));
      if (!product) throw new Unfit(`its product ${there?.externalId || productId} is not here`);
      const price = product.price * quantity;
      if ((subscription.amount ?? price) !== price || (there.cycle ?? null) !== (product.cycle ?? null))
        throw new Unfit(
          `it costs ${String(subscription.amount)} ${there.cycle} there, ${String(price)} ${product.cycle} here`,
        );
      const payer = await source.find('customers/get', { id: subscription.customerId });
      const customer = payer && ((await kinds.customers.existing(target, payer)) ?? (isDry ? payer : null));
      if (!customer) throw new Unfit(`its customer ${subscription.customerId} is not here`);
      return { product, quantity, customer };
    },
    async make(target, subscription, context) {
      const { product, quantity, customer } = context.prepared;
      const body = {
        externalId: copiedId(subscription),
        items: [{ id: product.id, quantity }],
        customerId: customer.id,
        firstChargeDate: dayOf(subscription.nextChargeAt),
        metadata: { ...subscription.metadata, abacatepayId: subscription.id },
        ...filled(subscription, ['retryPolicy']),
      };
      const made = await createWithMethods(target, body);
      await offer(target, subscription, made, customer, context);
      return [];
    },
  },
};

const copiedId = ({ id }) => `abacatepay-${id}`;

/** What a subscription sells: of itself, or of the checkout that it began by. */
async function soldItem(source, { productId, quantity = 1, checkoutId }) {
  if (productId) return { productId, quantity };
  const checkout =
    (await source.find('subscriptions/checkouts/get', { id: checkoutId })) ??
    (await source.find('checkouts/get', { id: checkoutId }));
  const [item] = checkout?.items ?? [];
  if (!item) throw new Unfit('the API does not show its product');
  return { productId: item.id, quantity: item.quantity ?? 1 };
}

/** By card and Pix, or by the one of them that the store has. */
async function createWithMethods(target, body) {
  for (const methods of [['CARD', 'PIX'], ['CARD'], ['PIX']]) {
    try {
      return await target.create('subscriptions/create', { ...body, methods });
    } catch (error) {
      if (!['NO_AUTOMATIC_PIX', 'PROVIDER_NOT_CONFIGURED'].includes(error.code)) throw error;
    }
  }
  throw new Unfit('this store collects subscriptions neither by card nor by Pix');
}

/** What became of a mail, where it is not the usual. */
const mailWords = {
  SENT_BEFORE: 'its customer was mailed before',
  NO_ADDRESS: 'its customer has no e-mail',
  UNWANTED: 'its customer wants no such mail, or the mailbox does not exist',
  LIMIT_REACHED: 'not mailed: 1000 were in 24 hours; run this again tomorrow',
  OFF: 'not mailed: this installation sends no mail, or none of the test environment',
  NOT_PENDING: 'not mailed: it was taken meanwhile',
};

/** Says where the customer of a subscription takes it over, and asks the customer by mail where that is wanted. */
async function offer(target, subscription, { id, url }, customer, { say, links, isMailed, isDry }) {
  const day = dayOf(subscription.nextChargeAt);
  say(`send this to the customer before ${day}: ${url}`);
  links.push([subscription.id, customer?.id ?? '', customer?.email ?? '', day, url]);
  if (!isMailed || isDry) return;
  const { mail } = await target.create('subscriptions/checkouts/send', { id });
  say(mailWords[mail] ?? `mailed to ${customer?.email ?? 'its customer'}`);
}

/** The address without the secret that AbacatePay adds to it. */
function addressOf({ endpoint = '' }) {
  return endpoint.replace(/([?&])webhookSecret=[^&#]*(&|(?=#)|$)/g, (_, before, after) =>
    after === '&' ? before : '',
  );
}

/** Answers have `***` for what may be a secret in an address. */
function isShownAs(shown, address) {
  const parts = shown.split('***').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^&#]*')}$`).test(address);
}

const written = (instant) => (instant ? new Date(instant).toISOString() : null);

const wholeTaxId = (customer) => (customer.taxId && !customer.taxId.includes('*') ? customer.taxId : undefined);

const couponStatus = ({ status }) => (status === 'DISABLED' ? 'INACTIVE' : (status ?? 'ACTIVE'));

/** A start that has passed is left out: it is no start to come, which the other side wants. */
function validity({ startsAt, expiresAt }) {
  return { ...(startsAt && new Date(startsAt) > new Date() && { startsAt }), ...(expiresAt && { expiresAt }) };
}

/** How often a coupon may still be redeemed: what was redeemed before does not come back. −1 is without limit. */
function redeemsLeft({ maxRedeems = -1, redeemsCount = 0 }) {
  return maxRedeems < 0 ? -1 : Math.max(maxRedeems - redeemsCount, 0);
}

/** Copies one record and answers `[what became of it, …why]`. */
async function copy(kind, record, target, context) {
  const { isDry } = context;
  const unfit = kind.unfit(record);
  if (unfit !== undefined) return ['not copied', unfit];
  const here = await kind.existing(target, record);
  if (here !== null && kind.isUnfinished?.(record, here)) {
    if (!isDry) await kind.finish(target, record, context);
    return [isDry ? 'would copy' : 'copied'];
  }
  if (here !== null) {
    const found = kind.differs(record, here);
    await kind.again?.(target, record, here, context);
    return found.length === 0 ? ['already there'] : ['differs', ...found];
  }
  const lost = kind.lost(record);
  const prepared = await kind.prepare?.(target, record, context);
  if (isDry) return ['would copy', ...lost.map((what) => `without ${what}`)];
  const alsoLost = await kind.make(target, record, { ...context, prepared });
  return ['copied', ...[...lost, ...alsoLost].map((what) => `without ${what}`)];
}

/** Prints what became of each record of a kind, and answers how many became what, and whether each came whole. */
async function copyKind(plural, source, target, { isDry, isMailed, links }) {
  const kind = kinds[plural];
  const counts = {};
  let isWhole = true;
  for await (const record of source.list(`${plural}/list`)) {
    if (record.devMode === true && target.key.startsWith('pit_prod_'))
      throw new Error('ABACATEPAY_KEY is of dev mode and PITANGA_KEY of production: test records would become real');
    if (kind.isOver?.(record)) continue;
    const said = [];
    const say = (line) => said.push(`          ${line}`);
    const [result, ...notes] = await copy(kind, record, target, { source, isDry, isMailed, links, say }).catch(
      (error) => {
        if (error instanceof Unfit) return ['not copied', error.message];
        // What no other record would escape, a key without the permission or a service that is away, ends the copy.
        if (error instanceof Refusal && ![401, 403, 429].includes(error.status) && error.status < 500)
          return ['not copied', error.message];
        for (const line of said) console.log(line);
        throw error;
      },
    );
    const line = `${plural.slice(0, -1).padEnd(8)}  ${result.padEnd(13)}  ${kind.name(record)}`;
    console.log(notes.length === 0 ? line : `${line}  (${notes.join('; ')})`);
    for (const line of said) console.log(line);
    counts[result] = (counts[result] ?? 0) + 1;
    isWhole &&= notes.length === 0;
  }
  return { counts, isWhole };
}

function storeOf(name, defaultUrl) {
  const key = process.env[`${name}_KEY`];
  if (!key) throw new Error(`${name}_KEY is missing; --help says what it is`);
  return new Store(process.env[`${name}_URL`] || defaultUrl, key);
}

async function main() {
  const options = {
    'dry-run': { type: 'boolean' },
    only: { type: 'string' },
    links: { type: 'string' },
    mail: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const chosen = values.only?.split(',') ?? Object.keys(kinds);
  const unknown = chosen.find((name) => !(name in kinds));
  if (unknown !== undefined) throw new Error(`--only takes ${Object.keys(kinds).join(', ')}, and not ${unknown}`);
  const source = storeOf('ABACATEPAY', 'https://api.abacatepay.com');
  const target = storeOf('PITANGA', 'http://127.0.0.1:8080');
  if (source.key === target.key) throw new Error('both keys are the same: the store would be copied to itself');

  const isDry = values['dry-run'] === true;
  const isMailed = values.mail === true;
  const links = [];
  let isWhole = true;
  const summary = [];
  for (const plural of chosen) {
    const copied = await copyKind(plural, source, target, { isDry, isMailed, links });
    isWhole &&= copied.isWhole;
    const words = Object.entries(copied.counts).map(([result, count]) => `${String(count)} ${result}`);
    summary.push(`${plural}: ${words.join(', ') || 'none'}`);
  }
  if (values.links !== undefined && !isDry) writeLinks(values.links, links);
  console.log(`\n${isDry ? 'Nothing was written. ' : ''}${summary.join('; ')}`);
  process.exitCode = isWhole ? 0 : 1;
}

/** For the program that sends mail; other users of this machine cannot read it. */
function writeLinks(path, links) {
  // A spreadsheet takes what begins with these for a formula.
  const plain = (text) => (/^[=+@-]/.test(text) ? `'${text}` : text);
  const cell = (text) => (/[",\s]/.test(text) ? `"${plain(text).replaceAll('"', '""')}"` : plain(text));
  const rows = [['subscription', 'customer', 'email', 'firstCharge', 'url'], ...links];
  writeFileSync(path, `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`, { mode: 0o600 });
}

main().catch((error) => {
  console.error(error.where ? `${error.where}: ${error.message}` : error.message);
  process.exitCode = 2;
});
