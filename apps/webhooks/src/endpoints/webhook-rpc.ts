import {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  toWire,
  type Webhook as WebhookMessage,
  type WebhookServiceDefinition,
} from '@pitanga/contracts';
import { idempotently, type ResponseCodec } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import type { Deps } from '../deps';
import type { Webhook, WebhookStatus } from './webhook';
import { listWebhooks } from './webhook-queries';
import { checkedWebhookInput, createWebhook, deleteWebhook, getWebhook } from './webhook-service';

export function webhookHandlers(deps: Deps): RpcHandlers<WebhookServiceDefinition> {
  return {
    createWebhook: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = await checkedWebhookInput(deps, tenant, request);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        sealedSecret(deps.sealer),
        deps.clock.real(),
        async (db) => {
          const { webhook, secret } = await createWebhook({ ...deps, db }, tenant, input);
          return { webhook: toMessage(webhook), secret };
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getWebhook: async ({ tenant, id }) => ({ webhook: toMessage(await getWebhook(deps, tenantFromWire(tenant), id)) }),

    listWebhooks: async ({ tenant, page, id, search }) => {
      const webhooks = await listWebhooks(deps.db, tenantFromWire(tenant), pageFromWire(page), { id, search });
      return { webhooks: webhooks.items.map(toMessage), page: pageToWire(webhooks) };
    },

    deleteWebhook: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        DeleteWebhookResponse,
        deps.clock.real(),
        async (db) => ({ webhook: toMessage(await deleteWebhook({ ...deps, db }, tenant, request.id)) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },
  };
}

function toMessage(webhook: Webhook): WebhookMessage {
  const { id, devMode, name, endpoint, v2, createdAt, updatedAt } = webhook;
  const status = toWire('WEBHOOK_STATUS', shownStatus(webhook.status));
  return { id, devMode, name, endpoint, events: [...webhook.events], v2, status, createdAt, updatedAt };
}

/** A deleted webhook is never shown: reaching this with one is a bug. */
function shownStatus(status: WebhookStatus): 'ACTIVE' | 'DISABLED' {
  if (status === 'DELETED') throw new TypeError('a deleted webhook was about to be shown');
  return status;
}

/** The answer kept for a repeated Idempotency-Key holds the secret: sealed, as it is in its own table. */
function sealedSecret(sealer: Sealer): ResponseCodec<CreateWebhookResponse> {
  return {
    encode: (response) => {
      const secret = sealer.seal(response.secret).toString('base64');
      return CreateWebhookResponse.encode({ ...response, secret });
    },
    decode: (bytes) => {
      const response = CreateWebhookResponse.decode(bytes);
      return { ...response, secret: sealer.open(Buffer.from(response.secret, 'base64')) };
    },
  };
}
