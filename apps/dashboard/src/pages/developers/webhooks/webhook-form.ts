import type { ApiRecord } from '../../../api/records';
import { anyEventTypes, listEventGroups } from '../event-types';

export interface WebhookForm {
  name: string;
  endpoint: string;
  version: '2' | '1';
  events: readonly string[];
  legacySecretHeader: boolean;
  legacySecretQuery: boolean;
}

const noLegacy = { legacySecretHeader: false, legacySecretQuery: false };

export const emptyForm: WebhookForm = { name: '', endpoint: '', version: '2', events: [], ...noLegacy };

/** In the order of the list, and of the version alone. */
function selectedEvents({ events, version }: WebhookForm): string[] {
  const types: readonly string[] = listEventGroups(version === '2').flatMap(([, group]) => group);
  return anyEventTypes.filter((type) => types.includes(type) && events.includes(type));
}

export function createBody(form: WebhookForm): ApiRecord<'CreateWebhook'> {
  return {
    name: form.name.trim(),
    endpoint: form.endpoint.trim(),
    events: selectedEvents(form),
    v2: form.version === '2',
    legacySecretHeader: form.legacySecretHeader,
    legacySecretQuery: form.legacySecretQuery,
  };
}

/** An endpoint that stays is left out: the API shows the secrets in its query as `***` and takes no such address. */
export function updateBody(form: WebhookForm, before: ApiRecord<'Webhook'>): ApiRecord<'UpdateWebhook'> {
  const endpoint = form.endpoint.trim();
  return {
    id: before.id,
    name: form.name.trim(),
    events: selectedEvents(form),
    ...(endpoint === before.endpoint ? {} : { endpoint }),
  };
}

export function toForm({ name, endpoint, v2, events }: ApiRecord<'Webhook'>): WebhookForm {
  return { name, endpoint, version: v2 ? '2' : '1', events, ...noLegacy };
}

export function isEndpoint(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text.trim());
}
