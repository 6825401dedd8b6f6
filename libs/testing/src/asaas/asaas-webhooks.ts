import type { AsaasBooks, AsaasEvent, AsaasWebhook } from './asaas-books';
import { hex, missing, page, refuse, toRouteName, text, type AsaasRoute } from './asaas-parts';

/** How a call to a webhook ends: the status that the receiver answered. */
export type AsaasDelivery = (call: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<number>;

const webhooksMax = 10;

export function webhookRoutes(books: AsaasBooks): AsaasRoute {
  const find = (id: string | undefined): AsaasWebhook => books.webhooks.find((known) => known.id === id) ?? missing();
  return (request) => {
    const { path, query, body } = request;
    switch (toRouteName(request)) {
      case 'POST webhooks': {
        if (books.webhooks.length >= webhooksMax) refuse('invalid_action', 'Limite de webhooks atingido.');
        const made = { id: `wbh_${hex(24)}`, ...readSettings(body) };
        books.webhooks.push(made);
        return shown(made);
      }
      case 'GET webhooks':
        return page(books.webhooks.map(shown), query);
      case 'PUT webhooks/:id':
        return shown(Object.assign(find(path[1]), readSettings({ ...find(path[1]), ...body })));
      case 'DELETE webhooks/:id':
        books.webhooks.splice(books.webhooks.indexOf(find(path[1])), 1);
        return { id: path[1], deleted: true };
      case 'POST webhooks/:id/removeBackoff':
        return shown(find(path[1]));
      default:
        return undefined;
    }
  };
}

/** Its token is never shown again. */
function shown({ authToken, ...others }: AsaasWebhook): object {
  return { ...others, hasAuthToken: authToken !== '' };
}

function readSettings(body: Readonly<Record<string, unknown>>): Omit<AsaasWebhook, 'id'> {
  const url = text(body['url']) ?? refuse('invalid_url');
  if (!url.startsWith('https://')) refuse('invalid_url', 'A URL deve ser https.');
  const authToken = text(body['authToken']) ?? refuse('invalid_authToken');
  if (authToken.length < 32 || authToken.length > 255) refuse('invalid_authToken');
  const sendType = text(body['sendType']) ?? '';
  if (!['SEQUENTIALLY', 'NON_SEQUENTIALLY'].includes(sendType)) refuse('invalid_sendType');
  const { events, enabled, interrupted } = body;
  if (!Array.isArray(events) || events.length === 0) refuse('invalid_events');
  return {
    name: text(body['name']) ?? refuse('invalid_name'),
    url,
    email: text(body['email']) ?? refuse('invalid_email'),
    sendType,
    events: (events as unknown[]).map(String),
    enabled: enabled === true,
    interrupted: interrupted === true,
    authToken,
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The pauses before each try; after the last the queue stops until `interrupted` is cleared. */
const scheduleMs = [
  ...[0, 0.5, 1, 3.5, 5, 15, 25].map((minutes) => minutes * minuteMs),
  ...[1, 1, 1, 1, 1, 2, 2, 3].map((hours) => hours * hourMs),
];

interface Waiting {
  readonly webhook: AsaasWebhook;
  readonly event: AsaasEvent;
  tries: number;
  dueMs: number;
}

export interface AsaasQueue {
  /** Sends what is due, in order or not as the webhook says. */
  deliverDue(): Promise<void>;
  /** Sends this event again, to every webhook that wants it: the same id. */
  repeat(event: AsaasEvent): Promise<void>;
}

/** Asaas's queue of each webhook: only 200 counts, and in SEQUENTIALLY one event that fails holds back all after it. */
export function createAsaasQueue(books: AsaasBooks, deliver: () => AsaasDelivery): AsaasQueue {
  let waiting: readonly Waiting[] = [];
  books.listeners.push((event) => {
    const wanted = books.webhooks.filter(({ events, enabled }) => enabled && events.includes(event.event));
    waiting = [...waiting, ...wanted.map((webhook) => ({ webhook, event, tries: 0, dueMs: books.now().getTime() }))];
  });

  const send = ({ url, authToken }: AsaasWebhook, event: AsaasEvent): Promise<number> =>
    deliver()({
      url,
      headers: { 'content-type': 'application/json', 'asaas-access-token': authToken },
      body: JSON.stringify(event.body),
    });
  const attempt = async (item: Waiting): Promise<void> => {
    if ((await send(item.webhook, item.event)) === 200) {
      waiting = waiting.filter((other) => other !== item);
      return;
    }
    item.tries += 1;
    const pauseMs = scheduleMs[item.tries];
    if (pauseMs === undefined) item.webhook.interrupted = true;
    else item.dueMs = books.now().getTime() + pauseMs;
  };
  return {
    deliverDue: async () => {
      const held = new Set<AsaasWebhook>();
      for (const item of waiting) {
        const { webhook, dueMs } = item;
        if (webhook.interrupted || held.has(webhook)) continue;
        if (dueMs <= books.now().getTime()) await attempt(item);
        if (webhook.sendType === 'SEQUENTIALLY' && waiting.includes(item)) held.add(webhook);
      }
    },
    repeat: async (event) => {
      const wanted = books.webhooks.filter(({ events }) => events.includes(event.event));
      for (const webhook of wanted) await send(webhook, event);
    },
  };
}
