import { createSealer } from '@pitanga/runtime';
import { createAccessCodes } from '../src/http/pages/buyers/access-codes';
import { createPayerProofs, createPortalSessions } from '../src/http/pages/buyers/buyer-proofs';
import { createPortalTokens } from '../src/http/pages/portal/portal-tokens';

const key = Buffer.alloc(32, 1).toString('base64');

/** What pages know a buyer by who comes from elsewhere. */
export const buyerKeys = {
  sealer: createSealer(key),
  payerProofs: createPayerProofs(key),
  accessCodes: createAccessCodes(key),
  portalTokens: createPortalTokens(key),
  portalSessions: createPortalSessions(key),
};
