import { permissionDenied } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { principal } from '../../edge/request';

/** Refuses a store that the operator has not given sub-accounts (docs/behaviour/sub-accounts.md#sub-accounts-enabled). */
export async function requireSubAccounts({ stores }: Pick<Deps, 'stores'>, request: FastifyRequest): Promise<void> {
  const { tenant } = principal(request);
  const { subAccounts } = await stores.get({ tenant });
  if (tenant.devMode ? subAccounts.dev : subAccounts.prod) return;
  throw permissionDenied('Função não habilitada', 'FEATURE_NOT_ENABLED');
}
