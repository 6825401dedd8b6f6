import { required, type Charge } from '@pitanga/contracts';
import { notFound } from '@pitanga/core';
import { NamedObject, pixQrCodeRecord, PixQrCodeRecord, Timestamp, PixQrCodeStatus } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Clients } from '../../clients';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { Amount, ExpiresIn, expiresInDefaultSeconds, Id, MetadataInput, Utm } from '../fields/fields';
import { idFrom, idQuery } from '../fields/id';
import { metadataJson, paymentMetadataJson } from '../fields/metadata';
import { awaitApplied } from '../both-versions/await-applied';
import { CustomerData, toCustomer } from '../both-versions/customer-input';
import { descriptionDifference } from '../both-versions/production-differences';
import { cutDescription } from './description';
import { ok, answer } from './envelope';

const PixQrCodeCreate = NamedObject('CreatePixQrCode', {
  amount: Amount,
  expiresIn: Type.Optional(ExpiresIn),
  description: Type.Optional(
    Type.String({
      description: 'Cut to 37 characters in the registration, to 500 in the record.',
      examples: ['Pedido 42'],
    }),
  ),
  customerId: Type.Optional(Id),
  customer: Type.Optional(CustomerData),
  metadata: Type.Optional(MetadataInput),
  utm: Type.Optional(Utm),
});

const PixQrCodeSimulate = NamedObject('SimulatePixQrCodePayment', {
  id: Type.Optional(Id),
  metadata: Type.Optional(MetadataInput),
});

const PixQrCodeCheck = NamedObject('PixQrCodeCheck', { status: PixQrCodeStatus, expiresAt: Timestamp });

const tags = ['Pix QR codes'];

const createPixQrCodeRoute: Route = (app, { clients }) => {
  app.post(
    '/pixQrCode/create',
    {
      config: {
        permission: 'CHECKOUT:CREATE',
        differsInProduction: ({ description }: Static<typeof PixQrCodeCreate>) => [
          descriptionDifference('description', description),
        ],
      },
      schema: {
        operationId: 'createPixQrCode',
        summary: 'Create a Pix QR code',
        tags,
        body: PixQrCodeCreate,
        response: answer(PixQrCodeRecord),
      },
    },
    async (request) => {
      const { amount, expiresIn, description, metadata, utm } = request.body;
      const { charge } = await clients.charges.createPixCharge(
        {
          tenant: principal(request).tenant,
          amountCents: amount,
          description: description === undefined ? undefined : cutDescription(description),
          expiresInSeconds: expiresIn ?? expiresInDefaultSeconds,
          ...toCustomer(request.body),
          metadataJson: metadataJson(metadata),
          utms: utm,
          ensureSameTaxId: false,
          splits: [],
        },
        callContext(request),
      );
      return ok(pixQrCodeRecord(required(charge, 'charge')));
    },
  );
};

const checkPixQrCodeRoute: Route = (app, { clients }) => {
  app.get(
    '/pixQrCode/check',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'checkPixQrCode',
        summary: 'Check a Pix QR code',
        description: 'Its status and expiry only.',
        tags,
        querystring: idQuery,
        response: answer(PixQrCodeCheck),
      },
    },
    async (request) => {
      const { status, expiresAt } = pixQrCodeRecord(await getPixCharge(clients, request));
      return ok({ status, expiresAt });
    },
  );
};

const simulatePixQrCodePaymentRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/pixQrCode/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulatePixQrCodePayment',
        summary: 'Simulate a payment',
        description:
          'Dev mode only. `metadata` is merged into the charge’s: a key of both takes the new value, and both together ' +
          'keep the limits of metadata.',
        tags,
        querystring: idQuery,
        body: PixQrCodeSimulate,
        response: answer(PixQrCodeRecord),
      },
    },
    async (request, reply) => {
      const { metadata } = request.body;
      const { tenant } = principal(request);
      // Checks the method before the payment; production refuses every simulation.
      if (tenant.devMode) await getPixCharge(clients, request);
      const { charge, appended } = await clients.charges.simulateChargePayment(
        {
          tenant,
          id: idFrom(request),
          metadataJson: paymentMetadataJson(metadata),
          late: false,
        },
        callContext(request),
      );
      await awaitApplied(deps, request, reply, appended);
      return ok(pixQrCodeRecord(required(charge, 'charge')));
    },
  );
};

export const pixQrCodesRoutes: RouteGroup = [createPixQrCodeRoute, checkPixQrCodeRoute, simulatePixQrCodePaymentRoute];

/** @throws AppError NOT_FOUND also for boletos and card charges, which v1 does not have. */
async function getPixCharge(clients: Clients, request: FastifyRequest): Promise<Charge> {
  const asked = { tenant: principal(request).tenant, id: idFrom(request) };
  const charge = required((await clients.charges.getCharge(asked, callContext(request))).charge, 'charge');
  if (charge.method !== 'PAYMENT_METHOD_PIX') throw notFound('Cobrança não encontrada.', 'CHARGE_NOT_FOUND');
  return charge;
}
