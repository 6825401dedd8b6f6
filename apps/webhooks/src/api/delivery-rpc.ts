import {
  fromWire,
  pageFromWire,
  pageToWire,
  ReplayDeliveriesResponse,
  required,
  ResendDeliveryResponse,
  toWire,
  type Attempt,
  type Delivery,
  type DeliveryServiceDefinition,
  type DeliveryStatus as DeliveryStatusMessage,
} from '@pitanga/contracts';
import type { Clock, Tenant } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { DeliveryStatus } from '../deliveries/delivery';
import type { Dispatcher } from '../delivering/dispatcher';
import type { Deps } from '../deps';
import { deliveryStatuses, type LoggedAttempt, type LoggedDelivery } from '../delivery-log/delivery-log';
import { deliveryNotFound } from '../delivery-log/delivery-log-errors';
import { findBody, findDelivery, listAttempts, listDeliveries } from '../delivery-log/delivery-log-repository';
import { replayDeliveries, resendDelivery } from '../managing/resend-deliveries';

export function deliveryHandlers(
  deps: Deps,
  dispatcher: Pick<Dispatcher, 'wake'>,
): RpcHandlers<DeliveryServiceDefinition> {
  return {
    getDelivery: async ({ id }, { tenant }) => {
      const delivery = await findDelivery(deps.db, tenant, id);
      if (!delivery) throw deliveryNotFound();
      const attempts = await listAttempts(deps.db, tenant, id);
      return {
        delivery: deliveryToMessage(deps.clock, tenant, delivery),
        attempts: attempts.map(attemptToMessage),
        body: await findBody(deps.db, tenant, id),
      };
    },

    listDeliveries: async ({ webhookId, event, eventId, recordId, status, page }, { tenant }) => {
      const filter = { webhookId, event, eventId, recordId, status: statusFromWire(status) };
      const deliveries = await listDeliveries(deps.db, tenant, pageFromWire(page), filter);
      return {
        deliveries: deliveries.items.map((delivery) => deliveryToMessage(deps.clock, tenant, delivery)),
        page: pageToWire(deliveries),
      };
    },

    resendDelivery: async ({ id }, call) => {
      const response = await writeOnce(deps, call, ResendDeliveryResponse, async (tx) => {
        const delivery = await resendDelivery(tx, call.tenant, id);
        return { delivery: deliveryToMessage(tx.clock, call.tenant, delivery) };
      });
      dispatcher.wake();
      return response;
    },

    replayDeliveries: async (request, call) => {
      const input = {
        webhookId: request.webhookId,
        createdFrom: required(request.createdFrom, 'createdFrom'),
        createdTo: required(request.createdTo, 'createdTo'),
        status: statusFromWire(request.status),
        includeMissing: request.includeMissing,
      };
      const response = await writeOnce(deps, call, ReplayDeliveriesResponse, async (tx) => ({
        count: await replayDeliveries(tx, call.tenant, input),
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
  // The queue holds real time; the API shows store time.
  const aheadMs = clock.now(tenant).getTime() - clock.real().getTime();
  return {
    id: delivery.id,
    devMode: delivery.devMode,
    webhookId: delivery.webhookId,
    event: delivery.event,
    eventId: delivery.eventId,
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
