import type { OutboundEvent } from '@pitanga/contracts';
import type { Clock, IdSource, Tenant } from '@pitanga/core';
import type { Webhook } from './webhook';
import { toEndpointSnapshot } from './webhook-events';

/** A change of an endpoint that operators get an event of. */
export type EndpointChange =
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

/** A webhook fails after so many failed attempts in a row over so long: of one delivery, its fifth attempt. */
export const failingAttempts = 5;
export const failingMs = 3_600_000;

/** The attempts of a batch to one webhook that fails or has failed. */
export interface WebhookAttempts {
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly isSuccess: boolean;
  /** Failed ones. */
  readonly attempts: number;
  /** Real time. */
  readonly at: Date;
  readonly lastStatusCode: number | undefined;
  readonly lastErrorClass: string | undefined;
}

/**
 * The event of a change, in store time; the duration since `since` stays as measured in real time. It contains the
 * webhook, because the topic keeps the last event of each for ever.
 */
export function endpointChangeEvent(
  ids: IdSource,
  clock: Clock,
  change: EndpointChange,
  webhook: Webhook | undefined,
): OutboundEvent {
  const { webhookId } = change;
  const at = clock.now(change.tenant);
  const aheadMs = at.getTime() - clock.real().getTime();
  const head = { id: ids.next('event', at), key: webhookId, occurredAt: at };
  const tenant = { storeId: change.tenant.storeId, devMode: change.tenant.devMode };
  const snapshot = webhook && toEndpointSnapshot(webhook);
  const failingSince = 'since' in change ? new Date(change.since.getTime() + aheadMs) : undefined;
  switch (change.kind) {
    case 'failing': {
      const { attempts, lastStatusCode, lastErrorClass } = change;
      const data = { tenant, webhookId, failingSince, attempts, lastStatusCode, lastErrorClass, webhook: snapshot };
      return { ...head, type: 'webhook.failing', data };
    }
    case 'recovered': {
      return {
        ...head,
        type: 'webhook.recovered',
        data: { tenant, webhookId, failingSince, recoveredAt: at, webhook: snapshot },
      };
    }
    case 'disabled': {
      const { deliveryId, dropped } = change;
      const data = { tenant, webhookId, deliveryId, dropped, disabledAt: at, webhook: snapshot };
      return { ...head, type: 'webhook.disabled', data };
    }
  }
}
