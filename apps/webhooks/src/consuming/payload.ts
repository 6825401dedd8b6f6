import { bodyStart } from '../events/event';
import type { Notification } from './notification';

export type ApiVersion = 1 | 2;

/** Returns the body of a delivery; all but its id is rendered once, at first use, for all receivers of a version. */
export type RenderBody = (deliveryId: string) => string;

/** The root of a body: {id, event, apiVersion (absent in v1), devMode, data}, in this order. */
export function renderPayload(notification: Notification, version: ApiVersion): RenderBody | undefined {
  const content = version === 2 ? notification.v2 : notification.v1;
  if (!content) return undefined;
  const { event, data } = content;
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

export function buildRenderers(notification: Notification): Renderers {
  return { v1: renderPayload(notification, 1), v2: renderPayload(notification, 2) };
}
