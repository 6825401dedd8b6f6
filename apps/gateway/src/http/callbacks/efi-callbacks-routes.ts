import type { Api } from '../edge/api';
import type { CallbackDeps } from './callbacks-routes';
import { signedCallback } from './signed-callback';

/**
 * Receives Efí's notifications about boletos: a token, with which the store's own account reads what has happened. They come
 * without a certificate, so to the public port; the address is the credential, and lets its holder ask for reads alone.
 */
export function efiCallbacksRoutes(app: Api, { clients, segmentGuesses }: CallbackDeps): void {
  signedCallback(app, segmentGuesses, '/callbacks/efi', ({ segment, body }, context) =>
    clients.pixAccounts.receivePixCallback({ segment, body }, context),
  );
}
