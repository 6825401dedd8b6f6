import { required } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import {
  Nullable,
  storeChargeDetails,
  StoreChargeDetails,
  storeChargeRecord,
  StoreChargeRecord,
} from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { proveReceipt } from '../../pages/buyers/buyer-cookie';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswerWith, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { ChargeSums, chargeSums, StoreChargeList } from './charges-schemas';

const tags = ['Charges'];

const listStoreChargesRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/charges/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listStoreCharges',
        summary: 'List every charge',
        description:
          'Charges of checkouts, payment links, subscriptions and the API, newest first. With a range of amounts,' +
          ' `partlyRefunded` or an order by amount, a page may have fewer charges than `limit`, or none, and a next one.',
        tags,
        querystring: StoreChargeList,
        response: listAnswerWith(StoreChargeRecord, {
          sums: Type.Optional(Nullable({ ...ChargeSums, description: 'Null when it takes too long to add up.' })),
        }),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { status, method, origin, amountMin, amountMax, search, payer, sums, ...query } = request.query;
      if (amountMin !== undefined && amountMax !== undefined && amountMin > amountMax) {
        throw invalidArgument("Property 'amountMin' should not be more than 'amountMax'");
      }
      const answer = await clients.charges.listStoreCharges(
        {
          tenant,
          page: pageRequest(query, clock.now(tenant)),
          id: query.id,
          externalId: query.externalId,
          customerId: query.customerId,
          status: wireFilter('CHARGE_STATUS', status),
          method: wireFilter('PAYMENT_METHOD', method),
          origin: wireFilter('CHARGE_ORIGIN', origin),
          search: search === '' ? undefined : search,
          payer: payer === '' ? undefined : payer,
          checkoutId: query.checkoutId,
          isPaid: query.paid,
          isPartlyRefunded: query.partlyRefunded,
          hidesVisits: query.hideVisits,
          isOldestFirst: query.order === 'OLDEST' || query.order === 'SMALLEST',
          isByAmount: query.order === 'LARGEST' || query.order === 'SMALLEST',
          sums,
          amountCentsMin: amountMin,
          amountCentsMax: amountMax,
        },
        callContext(request),
      );
      const listed = list(answer.page, answer.charges.map(storeChargeRecord));
      return sums === true ? { ...listed, sums: chargeSums(answer.sums) } : listed;
    },
  );
};

const getStoreChargeRoute: Route = (app, deps) => {
  app.get(
    '/charges/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getStoreCharge',
        summary: 'Get any charge',
        description: 'Whatever created it, with its payer and what it was paid by.',
        tags,
        querystring: idQuery,
        response: recordAnswer(StoreChargeDetails),
      },
    },
    async (request) => {
      const { tenant, permissions } = principal(request);
      const asked = { tenant, id: idFrom(request) };
      const charge = required(
        (await deps.clients.charges.getStoreCharge(asked, callContext(request))).charge,
        'charge',
      );
      // Of a buyer's things; who may only read has the plain receipt.
      const mayProve = charge.hasFiles && permissions.has('CHECKOUT:CREATE');
      const filesUrl = mayProve ? proveReceipt(deps, charge.charge?.receiptUrl) : undefined;
      return ok(storeChargeDetails(charge, filesUrl ?? null));
    },
  );
};

/** Every charge of the store, whatever created it. */
export const chargesRoutes: RouteGroup = [getStoreChargeRoute, listStoreChargesRoute];
