import { randomBytes } from 'node:crypto';
import {
  onlyParams,
  refuse,
  required,
  text,
  type Params,
  type StripeBooks,
  type StripeObject,
} from './fake-stripe-books';

/** The webhook endpoints of one account. */
export interface StripeEndpoints {
  create(params: Params): StripeObject;
  update(id: string, params: Params): StripeObject;
  remove(id: string): object;
  /** The secret of the endpoint at this address. */
  secretOf(url: string): string | undefined;
}

const endpointsMax = 16;

export function stripeEndpoints(books: StripeBooks): StripeEndpoints {
  const secrets = new Map<string, string>();
  const list = () => books.all('webhook_endpoint').filter((endpoint) => endpoint['deleted'] !== true);
  const find = (id: string): StripeObject =>
    list().find((endpoint) => endpoint.id === id) ??
    refuse(`No such webhook endpoint: '${id}'`, { code: 'resource_missing', param: 'id' }, 404);
  return {
    create: (params) => {
      onlyParams(params, ['url', 'enabled_events', 'description', 'metadata', 'api_version']);
      const url = required(params, 'url');
      if (!url.startsWith('https://') && books.livemode) refuse('Invalid URL: must be https', { param: 'url' });
      if (list().length >= endpointsMax) refuse('You have reached the maximum of 16 test webhook endpoints.');
      const events = Object.values(params['enabled_events'] ?? {});
      if (events.length === 0) refuse('Missing required param: enabled_events.', { param: 'enabled_events' });
      const id = books.newId('we');
      const secret = `whsec_${randomBytes(16).toString('hex')}`;
      secrets.set(id, secret);
      const endpoint = {
        id,
        object: 'webhook_endpoint',
        created: books.now(),
        enabled_events: events,
        status: 'enabled',
      };
      return { ...books.put({ ...endpoint, url, livemode: books.livemode, metadata: {} }), secret };
    },
    update: (id, params) => {
      onlyParams(params, ['url', 'enabled_events', 'description', 'metadata', 'disabled']);
      find(id);
      const events = Object.values(params['enabled_events'] ?? {});
      return books.change(id, { ...(events.length > 0 && { enabled_events: events }), status: 'enabled' });
    },
    remove: (id) => {
      find(id);
      books.change(id, { deleted: true, object: 'webhook_endpoint_gone' });
      return { id, object: 'webhook_endpoint', deleted: true };
    },
    secretOf: (url) => {
      const endpoint = list().find((one) => text(one as Params, 'url') === url);
      return endpoint && secrets.get(endpoint.id);
    },
  };
}
