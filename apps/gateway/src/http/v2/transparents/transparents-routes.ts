import { required, type CreatePixChargeRequest } from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import { transparentRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { RouteGroup } from '../../api';
import { inlineCustomer, refuseTwoCustomers, simulatedPayer } from '../../customer-input';
import { expiresInDefaultSeconds, wireFilter } from '../../fields';
import { metadataJson, paymentMetadataJson } from '../../metadata';
import { callContext, idFrom, idQuery, principal } from '../../request';
import { listAnswer, recordAnswer } from '../answers';
import { list, ok } from '../envelope';
import { pageRequest } from '../lists';
import {
  Transparent,
  TransparentCheck,
  TransparentCreate,
  TransparentList,
  TransparentSimulate,
  type TransparentData,
} from './transparents-schemas';

const tags = ['Transparents'];

export const transparentsRoutes: RouteGroup = (app, { clients, clock }) => {
  app.post(
    '/transparents/create',
    {
      preValidation: acceptFlatBody,
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'createTransparent',
        summary: 'Create a charge',
        description: 'A charge that is paid inside the merchant’s own site.',
        tags,
        body: TransparentCreate,
        response: recordAnswer(Transparent),
      },
    },
    async (request) => {
      const { charge } = await clients.charges.createPixCharge(
        createRequest(principal(request).tenant, request.body),
        callContext(request),
      );
      return ok(transparentRecord(required(charge, 'charge')));
    },
  );

  app.get(
    '/transparents/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getTransparent',
        summary: 'Get a charge',
        tags,
        querystring: idQuery,
        response: recordAnswer(Transparent),
      },
    },
    async (request) => {
      const { charge } = await clients.charges.getCharge(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(transparentRecord(required(charge, 'charge')));
    },
  );

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

  app.get(
    '/transparents/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listTransparents',
        summary: 'List charges',
        tags,
        querystring: TransparentList,
        response: listAnswer(Transparent),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
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
      return list(page, charges.map(transparentRecord));
    },
  );

  app.post(
    '/transparents/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulateTransparentPayment',
        summary: 'Simulate a payment',
        description: 'Dev mode only. By a made-up payer, unless one is named.',
        tags,
        querystring: idQuery,
        body: TransparentSimulate,
        response: recordAnswer(Transparent),
      },
    },
    async (request) => {
      const { payer, metadata } = request.body;
      const { charge } = await clients.charges.simulateChargePayment(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          payer: simulatedPayer(payer),
          metadataJson: paymentMetadataJson(metadata),
        },
        callContext(request),
      );
      return ok(transparentRecord(required(charge, 'charge')));
    },
  );
};

function createRequest(
  tenant: Tenant,
  { method = 'PIX', data }: Static<typeof TransparentCreate>,
): CreatePixChargeRequest {
  if (method !== 'PIX') throw invalidArgument(`Method ${method} is not available for transparent charges yet`);
  refuseSameTaxIdWithout(data);
  const customer = inlineCustomer(data.customer, 'data.customer');
  refuseTwoCustomers(data.customerId, customer);
  return {
    tenant,
    amountCents: data.amount,
    description: data.description,
    expiresInSeconds: data.expiresIn ?? expiresInDefaultSeconds,
    externalId: data.externalId,
    customer,
    customerId: data.customerId,
    metadataJson: metadataJson(data.metadata),
    ensureSameTaxId: data.ensureSameTaxId ?? false,
  };
}

/**
 * `preValidation` hook: clients made before there was a choice of methods send the fields of the Pix charge
 * without `data` around them (decisions 10, aliases).
 */
function acceptFlatBody(request: FastifyRequest, _reply: unknown, done: () => void): void {
  const { body } = request;
  if (isFields(body) && 'amount' in body && !('data' in body)) {
    const { method, ...data } = body;
    request.body = method === undefined ? { data } : { method, data };
  }
  done();
}

function isFields(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Comes before any other refusal of the customer's data, with this very text (interface 4.5, decisions 10). */
function refuseSameTaxIdWithout({ ensureSameTaxId, customer, customerId }: TransparentData): void {
  if (ensureSameTaxId === true && customerId === undefined && customer?.taxId === undefined) {
    throw invalidArgument('ensureSameTaxId requires a customer with taxId');
  }
}
