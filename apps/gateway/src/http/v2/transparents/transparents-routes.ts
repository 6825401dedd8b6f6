import { required, type Charge } from '@pitanga/contracts';
import { transparentRecord, TransparentRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../access/principal';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { paymentMetadataJson } from '../../fields/metadata';
import { awaitApplied } from '../../both-versions/await-applied';
import { simulatedPayer } from '../../both-versions/customer-input';
import { chargeDifferences } from '../../both-versions/production-differences';
import { chargeUnlessDeclined } from '../card-decline';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { refundRoute } from '../refunds/refund-route';
import { createTransparent } from './transparents-requests';
import {
  TransparentCheck,
  TransparentCreate,
  TransparentDispute,
  TransparentList,
  TransparentSimulate,
} from './transparents-schemas';

const tags = ['Transparents'];

/** Fields of a charge that clients may send beside `data`. */
const besideData = new Set(Object.keys(TransparentCreate.properties.data.properties));

const createTransparentRoute: Route = (app, deps) => {
  app.post(
    '/transparents/create',
    {
      preValidation: acceptFieldsBesideData,
      config: {
        permission: 'CHECKOUT:CREATE',
        alsoInBody: besideData,
        differsInProduction: chargeDifferences,
        // Without splits all of it is the store's.
        nullRefused: ['data.splits', 'splits'],
      },
      schema: {
        operationId: 'createTransparent',
        summary: 'Create a charge',
        description:
          'A charge that is paid inside the merchant’s own site. One by card may come back PENDING with an `actionUrl`: send ' +
          'the buyer there to confirm the payment at the bank (3-D Secure), and wait for the webhook.',
        tags,
        body: TransparentCreate,
        response: recordAnswer(TransparentRecord),
      },
    },
    async (request, reply) => {
      const { charge, appended = [] } = await createTransparent(deps, request, request.body);
      const record = transparentRecord(chargeUnlessDeclined(required(charge, 'charge')));
      await awaitApplied(deps, request, reply, appended);
      return ok(record);
    },
  );
};

/** A card's token charges the card again: it is for callers who may charge. */
function shownCharge({ permissions }: Principal, charge: Charge): TransparentRecord {
  const { card } = charge;
  if (!card || permissions.has('CHECKOUT:CREATE')) return transparentRecord(charge);
  return transparentRecord({ ...charge, card: { ...card, cardToken: undefined } });
}

const getTransparentRoute: Route = (app, { clients }) => {
  app.get(
    '/transparents/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getTransparent',
        summary: 'Get a charge',
        tags,
        querystring: idQuery,
        response: recordAnswer(TransparentRecord),
      },
    },
    async (request) => {
      const caller = principal(request);
      const { charge } = await clients.charges.getCharge(
        { tenant: caller.tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(shownCharge(caller, required(charge, 'charge')));
    },
  );
};

const checkTransparentRoute: Route = (app, { clients }) => {
  app.get(
    '/transparents/check',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'checkTransparent',
        summary: 'Check a charge',
        description: 'Its id, status and expiry only.',
        tags,
        querystring: idQuery,
        response: recordAnswer(TransparentCheck),
      },
    },
    async (request) => {
      const { charge } = await clients.charges.getCharge(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      const { id, status, expiresAt } = transparentRecord(required(charge, 'charge'));
      return ok({ id, status, expiresAt });
    },
  );
};

const listTransparentsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/transparents/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listTransparents',
        summary: 'List charges',
        tags,
        querystring: TransparentList,
        response: listAnswer(TransparentRecord),
      },
    },
    async (request) => {
      const caller = principal(request);
      const { tenant } = caller;
      const { id, externalId, status, method } = request.query;
      const { charges, page } = await clients.charges.listCharges(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          id,
          externalId,
          status: wireFilter('CHARGE_STATUS', status),
          method: wireFilter('PAYMENT_METHOD', method),
        },
        callContext(request),
      );
      return list(
        page,
        charges.map((charge) => shownCharge(caller, charge)),
      );
    },
  );
};

const simulateTransparentPaymentRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/transparents/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulateTransparentPayment',
        summary: 'Simulate a payment',
        description:
          'Dev mode only. By a made-up payer, unless one is named. `metadata` is merged into the charge’s: a key of both ' +
          'takes the new value, and both together keep the limits of metadata.',
        tags,
        querystring: idQuery,
        body: TransparentSimulate,
        response: recordAnswer(TransparentRecord),
      },
    },
    async (request, reply) => {
      const { payer, metadata, amount, late = false, method } = request.body;
      const { charge, appended } = await clients.charges.simulateChargePayment(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          payer: simulatedPayer(payer),
          metadataJson: paymentMetadataJson(metadata),
          amountCents: amount,
          late,
          method: wireFilter('PAYMENT_METHOD', method),
        },
        callContext(request),
      );
      await awaitApplied(deps, request, reply, appended);
      return ok(transparentRecord(required(charge, 'charge')));
    },
  );
};

const simulateDisputeRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/transparents/simulate-dispute',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulateDispute',
        summary: 'Simulate a dispute',
        description: 'Dev mode only. Opens, wins or loses the dispute of a paid charge, whatever created it.',
        tags,
        querystring: idQuery,
        body: TransparentDispute,
        response: recordAnswer(TransparentRecord),
      },
    },
    async (request, reply) => {
      const outcome = request.body.outcome.toUpperCase() as 'OPENED' | 'WON' | 'LOST';
      const { charge, appended } = await clients.charges.simulateDispute(
        { tenant: principal(request).tenant, id: idFrom(request), outcome: `DISPUTE_OUTCOME_${outcome}` },
        callContext(request),
      );
      await awaitApplied(deps, request, reply, appended);
      return ok(transparentRecord(required(charge, 'charge')));
    },
  );
};

const refundTransparentRoute = refundRoute({
  path: '/transparents/refund',
  origin: 'CHARGE_ORIGIN_TRANSPARENT',
  operationId: 'refundTransparent',
  tags,
});

export const transparentsRoutes: RouteGroup = [
  createTransparentRoute,
  getTransparentRoute,
  checkTransparentRoute,
  listTransparentsRoute,
  simulateTransparentPaymentRoute,
  simulateDisputeRoute,
  refundTransparentRoute,
];

/**
 * `preValidation` hook: older clients send the fields of a Pix charge without `data` around them
 * (docs/behaviour/http.md#aliases), and some send a few of them beside it.
 */
function acceptFieldsBesideData(request: FastifyRequest, _reply: unknown, done: () => void): void {
  const { body } = request;
  if (isFields(body)) {
    const { method, data = 'amount' in body ? {} : undefined, ...beside } = body;
    if (isFields(data)) request.body = { ...(method !== undefined && { method }), data: addFields(beside, data) };
  }
  done();
}

/** Fields of `data` win; unknown fields are dropped. */
function addFields(beside: Fields, data: Fields): Fields {
  const known = Object.entries(beside).filter(([name]) => besideData.has(name));
  return known.length === 0 ? data : { ...Object.fromEntries(known), ...data };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
