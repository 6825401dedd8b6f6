import { required, type KeyPayment } from '@pitanga/contracts';
import {
  keyPaymentDetails,
  KeyPaymentDetailsRecord,
  keyPaymentRecord,
  KeyPaymentRecord,
  NamedObject,
  KeyPaymentStatus,
} from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import { recordDecisionAttempt } from '../../both-versions/order-entries';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { Id, wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const KeyPaymentList = Type.Object({
  ...listQuery,
  status: Type.Optional(KeyPaymentStatus),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'An id, an end-to-end id, the tax id of the payer, or the beginning of the payer’s name (two characters or more).',
    }),
  ),
});
const KeyPaymentAttach = NamedObject('AttachKeyPayment', { id: Id, chargeId: Id });
const KeyPaymentReturn = NamedObject('RefundKeyPayment', { id: Id });

const tags = ['Pix without a charge'];
const readConfig = { permission: 'BANK_STATEMENT:READ' } as const;
/** A person, whose factor is fresh (docs/behaviour/key-payments.md#who). */
const decideConfig = { permission: 'REFUND:CREATE', guard: 'keyPayments' } as const;

const listKeyPaymentsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/key-payments/list',
    {
      config: readConfig,
      schema: {
        operationId: 'listKeyPayments',
        summary: 'List Pix without a charge',
        description:
          'What arrived on the Pix key of your account and no charge asked for. Of an account that other stores use too ' +
          'the list is empty: there the operator decides.',
        tags,
        querystring: KeyPaymentList,
        response: listAnswer(KeyPaymentRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { keyPayments, page } = await clients.keyPayments.listKeyPayments(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          status: wireFilter('KEY_PAYMENT_STATUS', request.query.status),
          search: request.query.search,
          byOperator: false,
        },
        callContext(request),
      );
      return list(page, keyPayments.map(keyPaymentRecord));
    },
  );
};

const getKeyPaymentRoute: Route = (app, { clients }) => {
  app.get(
    '/key-payments/get',
    {
      config: readConfig,
      schema: {
        operationId: 'getKeyPayment',
        summary: 'Get a Pix without a charge',
        description: 'With the open charges that it may be meant for.',
        tags,
        querystring: idQuery,
        response: recordAnswer(KeyPaymentDetailsRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: idFrom(request), byOperator: false };
      const { keyPayment, matches } = await clients.keyPayments.getKeyPayment(asked, callContext(request));
      return ok(keyPaymentDetails(required(keyPayment, 'key payment'), matches));
    },
  );
};

const attachKeyPaymentRoute: Route = (app, deps) => {
  app.post(
    '/key-payments/attach',
    {
      config: decideConfig,
      schema: {
        operationId: 'attachKeyPayment',
        summary: 'Attach a Pix to a charge',
        description:
          'It becomes the payment of an open Pix charge of the same amount, or of one that was open when the Pix came. A ' +
          'charge that cannot take it is a 400, and nothing changes. For members who are signed in.',
        tags,
        body: KeyPaymentAttach,
        response: recordAnswer(KeyPaymentRecord),
      },
    },
    async (request) => {
      const { id, chargeId } = request.body;
      const asked = { tenant: principal(request).tenant, id, chargeId, byOperator: false };
      await recordDecisionAttempt(deps, request, 'key_payment.attach', { id, chargeId });
      const answer = await deps.clients.keyPayments.attachKeyPayment(asked, callContext(request));
      const payment = required(answer.keyPayment, 'key payment');
      await record(deps, request, 'key_payment.attached', payment);
      return ok(keyPaymentRecord(payment));
    },
  );
};

const returnKeyPaymentRoute: Route = (app, deps) => {
  app.post(
    '/key-payments/refund',
    {
      config: decideConfig,
      schema: {
        operationId: 'refundKeyPayment',
        summary: 'Return a Pix without a charge',
        description:
          'All of it, to the Pix that it came from, within 90 days. RETURNING until the bank has done it. For members who ' +
          'are signed in.',
        tags,
        body: KeyPaymentReturn,
        response: recordAnswer(KeyPaymentRecord),
      },
    },
    async (request) => {
      const { id } = request.body;
      const asked = { tenant: principal(request).tenant, id, byOperator: false };
      await recordDecisionAttempt(deps, request, 'key_payment.return', { id });
      const answer = await deps.clients.keyPayments.returnKeyPayment(asked, callContext(request));
      const payment = required(answer.keyPayment, 'key payment');
      await record(deps, request, 'key_payment.returned', payment);
      return ok(keyPaymentRecord(payment));
    },
  );
};

/** An attempt without it was refused, or its end was lost. */
async function record({ auditLog }: Deps, request: FastifyRequest, action: string, payment: KeyPayment): Promise<void> {
  const { tenant, actor } = principal(request);
  const { requestId } = callContext(request);
  const after = { amountCents: payment.amountCents, chargeId: payment.chargeId ?? null };
  const target = { type: 'key_payment', id: payment.id };
  await auditLog.record(tenant, { actor, action, target, after, devMode: tenant.devMode, requestId });
}

/** Pix that no charge asked for (docs/behaviour/key-payments.md). */
export const keyPaymentsRoutes: RouteGroup = [
  listKeyPaymentsRoute,
  getKeyPaymentRoute,
  attachKeyPaymentRoute,
  returnKeyPaymentRoute,
];
