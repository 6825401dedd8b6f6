import type { ApiVersion } from '../api-version';
import { describeV2 } from '../documents/docs';
import { failure } from './envelope';
import { v2Routes } from './routes';

/** The current version. */
export const v2: ApiVersion = {
  prefix: '/v2',
  failure,
  routes: v2Routes,
  headers: () => ({}),
  describe: describeV2,
};
