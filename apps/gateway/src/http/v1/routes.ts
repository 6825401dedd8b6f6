import type { RouteGroup } from '../edge/api';
import { billingRoutes } from './billing';
import { couponsRoutes } from './coupons';
import { customersRoutes } from './customers';
import { pixQrCodesRoutes } from './pix-qr-codes';
import { publicMrrRoutes } from './public-mrr';
import { storeRoutes } from './store';
import { withdrawalsRoutes } from './withdrawals';

/** Every resource of v1, in the order of the document. */
export const v1Routes: readonly RouteGroup[] = [
  customersRoutes,
  couponsRoutes,
  billingRoutes,
  pixQrCodesRoutes,
  withdrawalsRoutes,
  storeRoutes,
  publicMrrRoutes,
];
