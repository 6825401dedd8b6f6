import type { Notification } from './notification';

export type ApiVersion = 1 | 2;

/** Returns the body of a delivery; all but its id is rendered once for all receivers of a version. */
export type RenderBody = (deliveryId: string) => string;

/** The root of a body: {id, event, apiVersion (absent in v1), devMode, data}, in this order. */
export function renderPayload(notification: Notification, version: ApiVersion): RenderBody | undefined {
  const content = version === 2 ? notification.v2 : notification.v1;
  if (!content) return undefined;
  const { event, data } = content;
  const { devMode } = notification.tenant;
  const root = version === 2 ? { event, apiVersion: 2, devMode, data } : { event, devMode, data };
  const rest = JSON.stringify(root).slice(1);
  return (deliveryId) => `{"id":${JSON.stringify(deliveryId)},${rest}`;
}
