// @ts-check
import formBody from '@fastify/formbody';
import { PitangaError, webhooks } from '@pitanga/sdk';
import fastify from 'fastify';
import { createOrders, products } from './orders.js';
import { catalogue, orderPage, problem } from './pages.js';
import { createPayments } from './payments.js';

/**
 * @param {{ pitanga: import('@pitanga/sdk').Pitanga, publicKey: string, pitangaUrl: string, webhookSecret: string }} deps
 */
export async function createShop({ pitanga, publicKey, pitangaUrl, webhookSecret }) {
  const orders = createOrders();
  const payments = createPayments(pitanga);
  const app = fastify({ bodyLimit: 64 * 1024 });
  await app.register(formBody);
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  // What the API refuses is a sentence that a buyer may read.
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof PitangaError)) request.log.error(error);
    const text = error instanceof PitangaError ? error.message : 'Tente de novo em alguns minutos.';
    reply.code(error instanceof PitangaError && error.status < 500 ? 400 : 502);
    return wantsJson(request) ? reply.send({ error: text }) : reply.type('text/html').send(problem(text));
  });

  app.get('/', (_request, reply) => reply.type('text/html').send(catalogue(products)));

  app.post('/orders', (request, reply) => {
    const { product: id } = /** @type {{ product?: string }} */ (request.body);
    const product = products.find((one) => one.id === id);
    if (!product) return reply.code(404).type('text/html').send(problem('Esse produto não existe.'));
    return reply.redirect(`/orders/${orders.place(product).id}`, 303);
  });

  app.get('/orders/:id', (request, reply) =>
    reply.type('text/html').send(orderPage(orderOf(request), { publicKey, pitangaUrl })),
  );
  app.get('/orders/:id/status', (request) => ({ paid: orderOf(request).paid }));

  app.post('/orders/:id/pix', async (request, reply) => {
    const order = orderOf(request);
    order.charge = await payments.byPix(order);
    return reply.redirect(`/orders/${order.id}`, 303);
  });

  app.post('/orders/:id/boleto', async (request, reply) => {
    const order = orderOf(request);
    const { name = '', email = '', taxId = '', cellphone = '' } = /** @type {Record<string, string>} */ (request.body);
    order.charge = await payments.byBoleto(order, { name, email, taxId, cellphone });
    return reply.redirect(`/orders/${order.id}`, 303);
  });

  app.post('/orders/:id/card', async (request) => {
    const order = orderOf(request);
    const { token = '' } = /** @type {{ token?: string }} */ (request.body);
    const charge = await payments.byCard(order, token);
    order.charge = charge;
    if (charge.status === 'PAID') orders.markPaid(order);
    return { actionUrl: charge.method === 'CARD' ? charge.actionUrl : null };
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
    if (!order) throw Object.assign(new Error('There is no such order.'), { statusCode: 404 });
    return order;
  }
}

const wantsJson = (/** @type {import('fastify').FastifyRequest} */ request) =>
  request.headers['content-type'] === 'application/json';
