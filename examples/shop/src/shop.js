// @ts-check
import formBody from '@fastify/formbody';
import { webhooks } from '@pitanga-pay/sdk';
import fastify from 'fastify';
import { createOrders, products } from './orders.js';
import { catalogue, orderPage, problem } from './pages.js';
import { createPayments } from './payments.js';
import { problemOf, Refusal } from './problems.js';

/**
 * @param {{ pitanga: import('@pitanga-pay/sdk').Pitanga, publicKey: string, pitangaUrl: string, webhookSecret: string }} deps
 */
export async function createShop({ pitanga, publicKey, pitangaUrl, webhookSecret }) {
  const orders = createOrders();
  const payments = createPayments(pitanga);
  const app = fastify({ bodyLimit: 64 * 1024, logger: { level: 'error' } });
  await app.register(formBody);
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.setErrorHandler((error, request, reply) => {
    const { status, text, isOurs } = problemOf(error);
    if (isOurs) request.log.error(error);
    reply.code(status);
    return wantsJson(request) ? reply.send({ error: text }) : reply.type('text/html').send(problem(text));
  });

  app.get('/', (_request, reply) => reply.type('text/html').send(catalogue(products)));

  app.post('/orders', (request, reply) => {
    const { product: id } = fieldsOf(request);
    const product = products.find((one) => one.id === id);
    if (!product) throw new Refusal(404, 'Esse produto não existe.');
    return reply.redirect(`/orders/${orders.place(product).id}`, 303);
  });

  app.get('/orders/:id', (request, reply) =>
    reply.type('text/html').send(orderPage(orderOf(request), { publicKey, pitangaUrl })),
  );
  app.get('/orders/:id/status', (request) => ({ paid: orderOf(request).paid }));

  app.post('/orders/:id/pix', async (request, reply) => {
    const order = orderOf(request);
    if (!order.charge) order.charge = await payments.byPix(order);
    return reply.redirect(`/orders/${order.id}`, 303);
  });

  app.post('/orders/:id/boleto', async (request, reply) => {
    const order = orderOf(request);
    const { name = '', email = '', taxId = '', cellphone = '' } = fieldsOf(request);
    if (!order.charge) order.charge = await payments.byBoleto(order, { name, email, taxId, cellphone });
    return reply.redirect(`/orders/${order.id}`, 303);
  });

  app.post('/orders/:id/card', async (request) => {
    const order = orderOf(request);
    if (!order.charge) order.charge = await payments.byCard(order, fieldsOf(request).token ?? '');
    if (order.charge.status === 'PAID') orders.markPaid(order);
    return { actionUrl: order.charge.method === 'CARD' ? order.charge.actionUrl : null };
  });

  await app.register(webhookRoutes);
  return app;

  /** The signature is of the bytes that were sent, so this route alone takes its body unread. */
  async function webhookRoutes(/** @type {import('fastify').FastifyInstance} */ scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks', async (request, reply) => {
      const event = await webhooks.verify(String(request.body), request.headers, webhookSecret).catch(() => null);
      if (!event) return reply.code(400).send({ error: 'The signature is wrong.' });
      if (event.event === 'transparent.completed') {
        const order = orders.find(event.data.transparent.externalId ?? '');
        if (order) orders.markPaid(order);
      }
      return reply.code(204).send();
    });
  }

  function orderOf(/** @type {import('fastify').FastifyRequest} */ request) {
    const order = orders.find(/** @type {{ id: string }} */ (request.params).id);
    if (!order) throw new Refusal(404, 'Esse pedido não existe.');
    return order;
  }
}

/** @returns {Readonly<Record<string, string | undefined>>} of a form or of JSON */
function fieldsOf(/** @type {import('fastify').FastifyRequest} */ { body }) {
  const fields = Object.entries(body !== null && typeof body === 'object' ? body : {});
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
}

const wantsJson = (/** @type {import('fastify').FastifyRequest} */ request) =>
  request.headers['content-type'] === 'application/json';
