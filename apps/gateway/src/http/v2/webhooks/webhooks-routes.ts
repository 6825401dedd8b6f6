import { required } from '@pitanga/contracts';
import { webhookRecord } from '@pitanga/records';
import type { RouteGroup } from '../../api';
import { callContext, idBody, idFrom, idQuery, principal } from '../../request';
import { listAnswer, recordAnswer } from '../answers';
import { list, ok } from '../envelope';
import { pageRequest } from '../lists';
import { CreatedWebhook, Webhook, WebhookCreate, WebhookList } from './webhooks-schemas';

const tags = ['Webhooks'];

export const webhooksRoutes: RouteGroup = (app, { clients, clock }) => {
  app.post(
    '/webhooks/create',
    {
      config: { permission: 'WEBHOOK:CREATE' },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'Registers an endpoint that receives events.',
        tags,
        body: WebhookCreate,
        response: recordAnswer(CreatedWebhook),
      },
    },
    async (request) => {
      const { name, endpoint, secret, events, v2, legacySecretHeader } = request.body;
      const created = await clients.webhooks.createWebhook(
        {
          tenant: principal(request).tenant,
          name,
          endpoint,
          secret,
          events,
          v2: v2 ?? true,
          legacySecretHeader: legacySecretHeader ?? false,
        },
        callContext(request),
      );
      return ok({ ...webhookRecord(required(created.webhook, 'webhook')), secret: created.secret });
    },
  );

  app.get(
    '/webhooks/get',
    {
      config: { permission: 'WEBHOOK:READ' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        tags,
        querystring: idQuery,
        response: recordAnswer(Webhook),
      },
    },
    async (request) => {
      const { webhook } = await clients.webhooks.getWebhook(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(webhookRecord(required(webhook, 'webhook')));
    },
  );

  app.get(
    '/webhooks/list',
    {
      config: { permission: 'WEBHOOK:READ' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        tags,
        querystring: WebhookList,
        response: listAnswer(Webhook),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, search } = request.query;
      const { webhooks, page } = await clients.webhooks.listWebhooks(
        { tenant, page: pageRequest(request.query, clock.now(tenant)), id, search },
        callContext(request),
      );
      return list(page, webhooks.map(webhookRecord));
    },
  );

  app.post(
    '/webhooks/delete',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Its pending deliveries are dropped.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(Webhook),
      },
    },
    async (request) => {
      const { webhook } = await clients.webhooks.deleteWebhook(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(webhookRecord(required(webhook, 'webhook')));
    },
  );
};
