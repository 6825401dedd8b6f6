import type { ApiVersion } from '../api-version';
import { describeV1 } from '../documents/docs';
import { failure } from './envelope';
import { v1Routes } from './routes';
import { sunsetHeaders, sunsetRefusal } from './sunset';

/** The earlier version, kept until 1 March 2028. */
export const v1: ApiVersion = {
  prefix: '/v1',
  failure,
  routes: v1Routes,
  headers: ({ publicUrl }) => sunsetHeaders(publicUrl),
  refusal: sunsetRefusal,
  describe: describeV1,
};
