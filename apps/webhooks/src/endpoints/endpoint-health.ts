import type { OutboundEvent } from '@pitanga/contracts';
import type { Clock, IdSource, Tenant } from '@pitanga/core';
import type { Webhook } from './webhook';
import { endpointOf } from './webhook-events';

/** What operators are told about an endpoint. */
export type EndpointTrouble =
  | {
      readonly kind: 'failing';
      readonly tenant: Tenant;
      readonly webhookId: string;
      /** Real time. */
      readonly since: Date;
      readonly attempts: number;
      readonly lastStatusCode: number | undefined;
      readonly lastErrorClass: string | undefined;
    }
  | { readonly kind: 'recovered'; readonly tenant: Tenant; readonly webhookId: string; readonly since: Date }
  | {
      readonly kind: 'disabled';
      readonly tenant: Tenant;
      readonly webhookId: string;
      readonly deliveryId: string;
      readonly dropped: number;
    };

/** So many failed attempts in a row, over so long, are no hiccup: with one delivery it is the fifth of its attempts. */
export const failingAttempts = 5;
export const failingMs = 3_600_000;

/** What a batch of attempts says about one webhook that is not known to work. */
export interface HealthChange {
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly isSuccess: boolean;
  /** Of the batch, that failed. */
  readonly attempts: number;
  readonly at: Date;
  readonly lastStatusCode: number | undefined;
  readonly lastErrorClass: string | undefined;
}

/**
 * In the store's time, as everything else that is told of a webhook; how long it has failed stays as measured. With the
 * webhook as it is, because the last fact of each is kept for ever and has to say all there is to know.
 */
export function endpointTroubled(
  ids: IdSource,
  clock: Clock,
  trouble: EndpointTrouble,
  known: Webhook | undefined,
): OutboundEvent {
  const { webhookId } = trouble;
  const at = clock.now(trouble.tenant);
  const aheadMs = at.getTime() - clock.real().getTime();
  const head = { id: ids.next('event', at), key: webhookId, occurredAt: at };
  const tenant = { storeId: trouble.tenant.storeId, devMode: trouble.tenant.devMode };
  const webhook = known && endpointOf(known);
  const failingSince = 'since' in trouble ? new Date(trouble.since.getTime() + aheadMs) : undefined;
  switch (trouble.kind) {
    case 'failing': {
      const { attempts, lastStatusCode, lastErrorClass } = trouble;
      const data = { tenant, webhookId, failingSince, attempts, lastStatusCode, lastErrorClass, webhook };
      return { ...head, type: 'webhook.failing', data };
    }
    case 'recovered': {
      return {
        ...head,
        type: 'webhook.recovered',
        data: { tenant, webhookId, failingSince, recoveredAt: at, webhook },
      };
    }
    case 'disabled': {
      const { deliveryId, dropped } = trouble;
      const data = { tenant, webhookId, deliveryId, dropped, disabledAt: at, webhook };
      return { ...head, type: 'webhook.disabled', data };
    }
  }
}
