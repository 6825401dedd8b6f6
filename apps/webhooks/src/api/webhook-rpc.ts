import {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  pageFromWire,
  pageToWire,
  RotateWebhookSecretResponse,
  SendTestEventResponse,
  tenantFromWire,
  ToggleWebhookResponse,
  toWire,
  UpdateWebhookResponse,
  type Webhook as WebhookMessage,
  type WebhookServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { idempotentlyPrepared, isSealed, sealedResponse, type ResponseCodec } from '@pitanga/database';
import type { RpcCall, RpcHandlers } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import { deliveryToMessage } from './delivery-rpc';
import type { Dispatcher } from '../delivering/dispatcher';
import type { Deps } from '../deps';
import { writeOnce } from '../write-once';
import { rotateWebhookSecret } from '../managing/rotate-secret';
import { sendTestEvent } from '../managing/send-test-event';
import { toggleWebhook } from '../managing/toggle-webhook';
import { checkWebhookChanges, updateWebhook } from '../managing/update-webhook';
import { shownStatus, type Webhook } from '../endpoints/webhook';
import { listWebhooks } from '../endpoints/webhook-queries';
import { checkedWebhookInput, createWebhook, deleteWebhook, getWebhook } from '../managing/create-webhook';

export function webhookHandlers(
  deps: Deps,
  dispatcher: Pick<Dispatcher, 'wake'>,
): RpcHandlers<WebhookServiceDefinition> {
  return {
    createWebhook: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotentlyPrepared(
        deps.db,
        tenant,
        call.idempotency,
        sealedSecret(deps.sealer, tenant, call, CreateWebhookResponse),
        deps.clock.real(),
        {
          prepare: () => checkedWebhookInput(deps, tenant, request),
          work: async (db, input) => {
            const { webhook, secret } = await createWebhook({ ...deps, db }, tenant, input);
            return { webhook: toMessage(webhook), secret };
          },
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

    updateWebhook: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { id, name, endpoint, events } = request;
      const { response, replayed } = await idempotentlyPrepared(
        deps.db,
        tenant,
        call.idempotency,
        UpdateWebhookResponse,
        deps.clock.real(),
        {
          prepare: () => checkWebhookChanges(deps, tenant, id, { name, endpoint, events }),
          work: async (db, changes) => ({
            webhook: toMessage(await updateWebhook({ ...deps, db }, tenant, id, changes)),
          }),
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    deleteWebhook: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      return await writeOnce(deps, tenant, call, DeleteWebhookResponse, async (inside) => ({
        webhook: toMessage(await deleteWebhook(inside, tenant, request.id)),
      }));
    },

    toggleWebhook: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      return await writeOnce(deps, tenant, call, ToggleWebhookResponse, async (inside) => ({
        webhook: toMessage(await toggleWebhook(inside, tenant, request.id)),
      }));
    },

    rotateWebhookSecret: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const codec = sealedSecret(deps.sealer, tenant, call, RotateWebhookSecretResponse);
      return await writeOnce(deps, tenant, call, codec, async (inside) => {
        const rotated = await rotateWebhookSecret(inside, tenant, request.id, request.secret);
        return { ...rotated, webhook: toMessage(rotated.webhook) };
      });
    },

    sendTestEvent: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const response = await writeOnce(deps, tenant, call, SendTestEventResponse, async (inside) => {
        const delivery = await sendTestEvent(inside, tenant, request.id, request.event);
        return { delivery: deliveryToMessage(deps.clock, tenant, delivery) };
      });
      dispatcher.wake();
      return response;
    },
  };
}

function toMessage(webhook: Webhook): WebhookMessage {
  const { id, devMode, name, endpoint, v2, createdAt, updatedAt } = webhook;
  const status = toWire('WEBHOOK_STATUS', shownStatus(webhook.status));
  return { id, devMode, name, endpoint, events: [...webhook.events], v2, status, createdAt, updatedAt };
}

/**
 * The answer kept for a repeated Idempotency-Key holds the secret: sealed, as it is in its own table. In the old format
 * only the secret is, as the version before reads it.
 */
function sealedSecret<R extends { readonly secret: string }>(
  sealer: Sealer,
  tenant: Tenant,
  { idempotency }: Pick<RpcCall, 'idempotency'>,
  codec: ResponseCodec<R>,
): ResponseCodec<R> {
  const whole = sealedResponse(sealer, tenant, idempotency, codec);
  const place = ['idempotency_keys', 'response', tenant.storeId] as const;
  const secretOnly: ResponseCodec<R> = {
    encode: (response) => codec.encode({ ...response, secret: sealer.seal(response.secret, place).toString('base64') }),
    decode: (bytes) => {
      const response = codec.decode(bytes);
      return { ...response, secret: sealer.open(Buffer.from(response.secret, 'base64'), place) };
    },
  };
  return {
    encode: (response) => (sealer.format === 1 ? secretOnly : whole).encode(response),
    decode: (bytes) => (isSealed(bytes) ? whole : secretOnly).decode(bytes),
  };
}
