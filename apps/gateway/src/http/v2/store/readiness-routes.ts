import { NamedObject, Nullable, OneOf } from '@pitanga/records';
import { Type } from 'typebox';
import { providerKinds } from '../../../providers/provider';
import { readinessStatuses } from '../../../readiness/readiness-item';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { limitFields } from '../providers/providers-schemas';

const ReadinessRecord = NamedObject('Readiness', {
  ready: Type.Boolean({ description: 'Nothing is MISSING.' }),
  devMode: Type.Boolean(),
  items: Type.Array(
    NamedObject('ReadinessItem', {
      item: Type.String({ description: 'E.g. WEBHOOK, METHOD_PIX, CERTIFICATE_BACEN_PIX, SECOND_FACTOR.' }),
      status: OneOf('ReadinessStatus', readinessStatuses),
      sentence: Type.String(),
      action: Nullable(Type.String({ description: 'What to do about it; null when it is OK.' })),
      limits: Type.Array(
        NamedObject('AccountLimit', { provider: OneOf('ProviderName', providerKinds), ...limitFields }),
        {
          description:
            'Of a method: what its connected accounts cannot do with its payments, or do otherwise than expected; those of the account ' +
            'that is asked first come first. Empty for other items, and in dev mode.',
        },
      ),
    }),
  ),
});

const readinessRoute: Route = (app, { checkReadiness }) => {
  app.get(
    '/store/readiness',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getReadiness',
        summary: 'Check what the store still needs',
        description:
          'A checklist of going live, for the environment of the key. Providers are called at most once a minute.',
        tags: ['Store'],
        response: recordAnswer(ReadinessRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { isReady, items } = await checkReadiness(tenant, callContext(request));
      const shown = items.map(({ action = null, limits = [], ...item }) => ({ ...item, action, limits: [...limits] }));
      return ok({ ready: isReady, devMode: tenant.devMode, items: shown });
    },
  );
};

export const readinessRoutes: RouteGroup = [readinessRoute];
