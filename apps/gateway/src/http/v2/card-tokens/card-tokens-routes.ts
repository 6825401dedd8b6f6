import { required, type CreateCardTokenRequest } from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { CardToken, CardTokenCreate, testCardsText } from './card-tokens-schemas';

const path = '/card-tokens';
/** Browsers cap this at two hours. */
const preflightSeconds = 7_200;

const createCardTokenRoute: Route = (app, { clients, limits }) => {
  app.post(
    path,
    {
      onSend: allowAnyOrigin,
      config: { permission: 'publicKey' },
      schema: {
        operationId: 'createCardToken',
        summary: 'Create a card token',
        description:
          'For the card form in a browser: turns a card into a token for one charge within 60 seconds. An ' +
          '`Idempotency-Key` is ignored: a repeat answers another token, and nothing made of the card is kept.\n\n' +
          'Besides the limit of the key, one address may make 120 tokens a minute and, in production, of one payment ' +
          'method 10 are made a minute; more are answered 429 with `Retry-After`.\n\n' +
          "Production takes no card numbers: the card provider's own fields send the card to the provider from the " +
          "buyer's browser, and this operation takes the `paymentMethod` that they answer. A `number` is a 400 " +
          '`CARD_NUMBER_NOT_TAKEN`.\n\n' +
          testCardsText,
        tags: ['Card tokens'],
        body: CardTokenCreate,
        response: recordAnswer(CardToken),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { paymentMethod } = request.body;
      if (!tenant.devMode && paymentMethod !== undefined) await limits.card(tenant.storeId, paymentMethod);
      // No idempotency key: its fingerprint is a plain hash of the body, from which the card number could be guessed,
      // and anyone with the public key could read a stored answer.
      const { id, brand, lastFour, expiresAt } = await clients.cards.createCardToken(
        tokenRequest(tenant, request.body),
        { requestId: request.id },
      );
      return ok({ id, brand, lastFour, expiresAt: required(expiresAt, 'expiresAt').toISOString() });
    },
  );
};

const cardTokensRoute: Route = (app) => {
  app.options(
    path,
    { onSend: allowAnyOrigin, config: { permission: 'public' }, schema: { hide: true } },
    (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, x-request-id')
        .header('access-control-max-age', preflightSeconds)
        .send(),
  );
};

/** The only operation that browsers call, from any site, with a public key and without cookies. */
export const cardTokensRoutes: RouteGroup = [createCardTokenRoute, cardTokensRoute];

/** `onSend` hook, so that a card form can read refusals too, the 401 and the 429 included. */
function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', 'x-request-id, retry-after');
  done();
}

function tokenRequest(tenant: Tenant, body: Static<typeof CardTokenCreate>): CreateCardTokenRequest {
  const noCard = { tenant, number: '', expMonth: 0, expYear: 0, cvv: '' };
  // In production nothing of a card goes further than this, also where a caller sends it.
  if (!tenant.devMode) return { ...noCard, holderName: body.holderName ?? '', paymentMethod: body.paymentMethod };
  if (body.paymentMethod !== undefined) return { ...noCard, holderName: '', paymentMethod: body.paymentMethod };
  return {
    tenant,
    number: given(body.number, 'number'),
    expMonth: parseMonth(given(body.expMonth, 'expMonth')),
    expYear: parseYear(given(body.expYear, 'expYear')),
    cvv: given(body.cvv, 'cvv'),
    holderName: given(body.holderName, 'holderName'),
  };
}

function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalidArgument(`Property '${name}' is missing`);
  return value;
}

function parseMonth(value: number | string): number {
  const month = /^\d{1,2}$/.test(String(value)) ? Number(value) : 0;
  if (month < 1 || month > 12) throw invalidArgument("Property 'expMonth' should be a month from 1 to 12");
  return month;
}

/** 30 is 2030: cards show two digits. */
function parseYear(value: number | string): number {
  if (!/^(?:\d{2}|\d{4})$/.test(String(value))) {
    throw invalidArgument("Property 'expYear' should be a year of four or two digits");
  }
  const year = Number(value);
  return year < 100 ? 2000 + year : year;
}
