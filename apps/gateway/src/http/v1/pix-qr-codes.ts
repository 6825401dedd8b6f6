import { required } from '@pitanga/contracts';
import { pixQrCodeRecord, v1ChargeStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import type { RouteGroup } from '../api';
import { CustomerData, inlineCustomer } from '../customer-input';
import { Amount, ExpiresIn, expiresInDefaultSeconds, Id, MetadataInput, OneOf, Metadata } from '../fields';
import { metadataJson, paymentMetadataJson } from '../metadata';
import { callContext, idFrom, idQuery, principal } from '../request';
import { Nullable, Timestamp } from '../schemas';
import { answer } from './answers';
import { ok } from './envelope';

const PixQrCodeCreate = Type.Object({
  amount: Amount,
  expiresIn: Type.Optional(ExpiresIn),
  description: Type.Optional(
    Type.String({
      description: 'Cut to 37 characters in the registration, to 500 in the record.',
      examples: ['Pedido 42'],
    }),
  ),
  customer: Type.Optional(CustomerData),
  metadata: Type.Optional(MetadataInput),
});

const PixQrCodeSimulate = Type.Object({ id: Type.Optional(Id), metadata: Type.Optional(MetadataInput) });

export const PixQrCode = Type.Object({
  id: Type.String(),
  amount: Type.Integer({ description: 'Centavos.' }),
  status: OneOf(v1ChargeStatuses),
  devMode: Type.Boolean(),
  method: OneOf(['PIX']),
  brCode: Type.String({ description: 'Copy-and-paste code.' }),
  brCodeBase64: Nullable(Type.String({ description: 'The QR picture as a data URI.' })),
  platformFee: Type.Integer(),
  description: Nullable(Type.String()),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
});

const PixQrCodeCheck = Type.Object({ status: OneOf(v1ChargeStatuses), expiresAt: Timestamp });

const descriptionMax = 500;

const tags = ['Pix QR codes'];

export const pixQrCodesRoutes: RouteGroup = (app, { clients }) => {
  app.post(
    '/pixQrCode/create',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'createPixQrCode',
        summary: 'Create a Pix QR code',
        tags,
        body: PixQrCodeCreate,
        response: answer(PixQrCode),
      },
    },
    async (request) => {
      const { amount, expiresIn, description, customer, metadata } = request.body;
      const { charge } = await clients.charges.createPixCharge(
        {
          tenant: principal(request).tenant,
          amountCents: amount,
          description: description === undefined ? undefined : cut(description),
          expiresInSeconds: expiresIn ?? expiresInDefaultSeconds,
          customer: inlineCustomer(customer, 'customer'),
          metadataJson: metadataJson(metadata),
          ensureSameTaxId: false,
        },
        callContext(request),
      );
      return ok(pixQrCodeRecord(required(charge, 'charge')));
    },
  );

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
      const { charge } = await clients.charges.getCharge(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      const { status, expiresAt } = pixQrCodeRecord(required(charge, 'charge'));
      return ok({ status, expiresAt });
    },
  );

  app.post(
    '/pixQrCode/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulatePixQrCodePayment',
        summary: 'Simulate a payment',
        description: 'Dev mode only.',
        tags,
        querystring: idQuery,
        body: PixQrCodeSimulate,
        response: answer(PixQrCode),
      },
    },
    async (request) => {
      const { metadata } = request.body;
      const { charge } = await clients.charges.simulateChargePayment(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          metadataJson: paymentMetadataJson(metadata),
          late: false,
        },
        callContext(request),
      );
      return ok(pixQrCodeRecord(required(charge, 'charge')));
    },
  );
};

/** v1 refuses no text for its length (interface 4.7), but no charge has a longer one (decisions 3). */
function cut(description: string): string {
  return Array.from(description).slice(0, descriptionMax).join('');
}
