import { required, type CreatePixChargeRequest } from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import { transparentRecord } from '@pitanga/records';
import type { Static } from 'typebox';
import type { RouteGroup } from '../../api';
import { inlineCustomer, refuseTwoCustomers, simulatedPayer } from '../../customer-input';
import { expiresInDefaultSeconds, wireFilter } from '../../fields';
import { metadataJson } from '../../metadata';
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
} from './transparents-schemas';

const tags = ['Transparents'];

export const transparentsRoutes: RouteGroup = (app, { clients, clock }) => {
  app.post(
    '/transparents/create',
    {
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
        description: 'Its status and expiry only.',
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
      const { status, expiresAt } = transparentRecord(required(charge, 'charge'));
      return ok({ status, expiresAt });
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
          metadataJson: metadata && metadataJson(metadata),
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
