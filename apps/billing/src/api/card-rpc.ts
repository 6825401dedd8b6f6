import {
  toWire,
  type CardFields as CardFieldsMessage,
  type CardServiceDefinition,
  type CreateCardTokenRequest,
} from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import { createCardToken, readCardFields, type CardDeps } from '../managing/card-service';
import type { CardData, CardFields, ProviderCard } from '../provider/card-provider';

export function cardHandlers(deps: CardDeps): RpcHandlers<CardServiceDefinition> {
  return {
    // Ignores an Idempotency-Key: its fingerprint is a plain hash of the request, from which the card number could be
    // guessed. A repeat only creates another token.
    createCardToken: async (request, { tenant }) => createCardToken(deps, tenant, cardFromWire(request)),
    readCardFields: async (_request, { tenant }) => ({ fields: fieldsToWire(await readCardFields(deps, tenant)) }),
  };
}

type CardMessage = Pick<
  CreateCardTokenRequest,
  'number' | 'expMonth' | 'expYear' | 'cvv' | 'holderName' | 'paymentMethod'
>;

/** A card as a payer typed it, or as the provider's own fields took it. */
export function cardFromWire(request: CardMessage): CardData | ProviderCard {
  const { number, expMonth, expYear, cvv, holderName, paymentMethod } = request;
  if (paymentMethod === undefined) return { number, expMonth, expYear, cvv, holderName };
  return { paymentMethod, holderName: holderName === '' ? undefined : holderName };
}

export function fieldsToWire(fields: CardFields | undefined): CardFieldsMessage | undefined {
  return fields && { kind: toWire('CARD_FIELDS_KIND', fields.kind), publishableKey: fields.publishableKey };
}
