import {
  fromWire,
  pageFromWire,
  pageToWire,
  ReplayDeliveriesResponse,
  required,
  ResendDeliveryResponse,
  tenantFromWire,
  toWire,
  type Attempt,
  type Delivery,
  type DeliveryServiceDefinition,
  type DeliveryStatus as DeliveryStatusMessage,
} from '@pitanga/contracts';
import type { Clock, Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { DeliveryStatus } from '../deliveries/delivery';
import type { Dispatcher } from '../delivering/dispatcher';
import type { Deps } from '../deps';
import { writeOnce } from '../write-once';
import { deliveryStatuses, type LoggedAttempt, type LoggedDelivery } from '../delivery-log/delivery-log';
import { deliveryNotFound } from '../delivery-log/delivery-log-errors';
import { findBody, findDelivery, listAttempts, listDeliveries } from '../delivery-log/delivery-log-queries';
import { replayDeliveries, resendDelivery } from '../managing/resend-deliveries';

export function deliveryHandlers(
  deps: Deps,
  dispatcher: Pick<Dispatcher, 'wake'>,
): RpcHandlers<DeliveryServiceDefinition> {
  return {
    getDelivery: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const delivery = await findDelivery(deps.db, tenant, request.id);
      if (!delivery) throw deliveryNotFound();
      const attempts = await listAttempts(deps.db, tenant, request.id);
      return {
        delivery: deliveryToMessage(deps.clock, tenant, delivery),
        attempts: attempts.map(attemptToMessage),
        body: await findBody(deps.db, tenant, request.id),
      };
    },

    listDeliveries: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { webhookId, event } = request;
      const filter = { webhookId, event, status: statusFromWire(request.status) };
      const deliveries = await listDeliveries(deps.db, tenant, pageFromWire(request.page), filter);
      return {
        deliveries: deliveries.items.map((delivery) => deliveryToMessage(deps.clock, tenant, delivery)),
        page: pageToWire(deliveries),
      };
    },

    resendDelivery: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const response = await writeOnce(deps, tenant, call, ResendDeliveryResponse, async (inside) => {
        const delivery = await resendDelivery(inside, tenant, request.id);
        return { delivery: deliveryToMessage(deps.clock, tenant, delivery) };
      });
      dispatcher.wake();
      return response;
    },

    replayDeliveries: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = {
        webhookId: request.webhookId,
        createdFrom: required(request.createdFrom, 'createdFrom'),
        createdTo: required(request.createdTo, 'createdTo'),
        status: statusFromWire(request.status),
      };
      const response = await writeOnce(deps, tenant, call, ReplayDeliveriesResponse, async (inside) => ({
        count: await replayDeliveries(inside, tenant, input),
      }));
      dispatcher.wake();
      return response;
    },
  };
}

function statusFromWire(status: DeliveryStatusMessage | undefined): DeliveryStatus | undefined {
  return status === undefined ? undefined : fromWire('DELIVERY_STATUS', deliveryStatuses, status);
}

export function deliveryToMessage(clock: Clock, tenant: Tenant, delivery: LoggedDelivery): Delivery {
  const { nextAttemptAt } = delivery;
  // The queue knows real instants only; what a store waits for is in its own time.
  const aheadMs = clock.now(tenant).getTime() - clock.real().getTime();
  return {
    id: delivery.id,
    devMode: delivery.devMode,
    webhookId: delivery.webhookId,
    event: delivery.event,
    status: toWire('DELIVERY_STATUS', delivery.status),
    test: delivery.isTest,
    attemptCount: delivery.attemptCount,
    lastStatusCode: delivery.lastStatusCode,
    lastErrorClass: delivery.lastErrorClass,
    nextAttemptAt: nextAttemptAt && new Date(nextAttemptAt.getTime() + aheadMs),
    finishedAt: delivery.finishedAt,
    createdAt: delivery.createdAt,
    updatedAt: delivery.updatedAt,
  };
}

function attemptToMessage(attempt: LoggedAttempt): Attempt {
  return { ...attempt, trigger: toWire('ATTEMPT_TRIGGER', attempt.trigger) };
}
