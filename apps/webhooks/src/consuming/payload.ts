import { eventDataIn, type Compatibility } from '@pitanga/records';
import { bodyStart } from '../events/event';
import type { Notification } from './notification';

export type ApiVersion = 1 | 2;

/** Returns the body of a delivery; all but its id is rendered once, at first use, for all receivers of a version. */
export type RenderBody = (deliveryId: string) => string;

/**
 * The root of a body: {id, event, apiVersion (absent in v1), devMode, data}, in this order.
 * @param compatibility of the store (docs/behaviour/stores.md#compatibility)
 */
export function renderPayload(
  notification: Notification,
  version: ApiVersion,
  compatibility: Compatibility,
): RenderBody | undefined {
  const content = version === 2 ? notification.v2 : notification.v1;
  if (!content) return undefined;
  const { event } = content;
  const data = version === 2 ? eventDataIn(compatibility, content.data) : content.data;
  const { devMode } = notification.tenant;
  const root = version === 2 ? { event, apiVersion: 2, devMode, data } : { event, devMode, data };
  let rest: string | undefined;
  return (deliveryId) => {
    rest ??= JSON.stringify(root).slice(1);
    return bodyStart(deliveryId) + rest;
  };
}

/** What shows a notification in each version that it has. */
export type Renderers = Readonly<Record<'v1' | 'v2', RenderBody | undefined>>;

export function buildRenderers(notification: Notification, compatibility: Compatibility): Renderers {
  return { v1: renderPayload(notification, 1, compatibility), v2: renderPayload(notification, 2, compatibility) };
}
