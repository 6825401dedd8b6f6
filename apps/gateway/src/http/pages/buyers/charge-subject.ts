import { required } from '@pitanga/contracts';
import { notFound, toTenant } from '@pitanga/core';
import type { Deps } from '../../../deps';
import { readFace } from '../html/face';
import { pageCall } from '../html/public-page';
import type { CodeRequest, CodeSubject } from './code-routes';

/**
 * The buyer of a charge, for a page at `/<page>/<charge>`; its buyer goes back to `back`.
 * @throws AppError NOT_FOUND
 */
export async function findChargeSubject(
  deps: Deps,
  request: CodeRequest,
  page: 'receipts' | 'card-actions' | 'boletos',
  query = '',
): Promise<CodeSubject> {
  const { id } = request.params;
  const { tenant, charge, merchantName } = await deps.clients.charges.resolveCharge({ id }, pageCall(request));
  if (page === 'boletos' && charge?.boleto === undefined) throw notFound('Charge not found', 'CHARGE_NOT_FOUND');
  const { storeId, devMode } = required(tenant, 'tenant');
  const path = `/${page}/${id}`;
  return {
    id,
    tenant: toTenant(storeId, devMode),
    customerId: charge?.customerId,
    face: await readFace(deps, storeId, merchantName),
    paths: [path],
    address: `${path}/code`,
    back: `${path}${query}`,
  };
}
