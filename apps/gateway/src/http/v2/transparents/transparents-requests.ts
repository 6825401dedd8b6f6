import type { AppendedEvent, Charge } from '@pitanga/contracts';
import { invalidArgument, isAppError, type Tenant } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clients } from '../../../clients';
import type { Deps } from '../../../deps';
import { callContext, principal } from '../../edge/request';
import { expiresInDefaultSeconds, wireLateTerms } from '../../fields/fields';
import { isSplit, toSplits } from '../../fields/splits';
import { metadataJson } from '../../fields/metadata';
import { toCustomer, payerOfCharge } from '../../both-versions/customer-input';
import { requireSubAccounts } from '../sub-accounts/require-sub-accounts';
import type { TransparentCreate, TransparentData } from './transparents-schemas';

/** With what other services have yet to apply of it, in dev mode, where a card was approved. */
interface Created {
  readonly charge?: Charge | undefined;
  readonly appended?: readonly AppendedEvent[];
}

/** Creates a charge by the requested method; PIX by default. */
export async function createTransparent(
  { clients, stores }: Pick<Deps, 'clients' | 'stores'>,
  request: FastifyRequest,
  body: Static<typeof TransparentCreate>,
): Promise<Created> {
  if (isSplit(body.data.splits)) await requireSubAccounts({ stores }, request);
  try {
    return await createByMethod(clients, request, body);
  } catch (error) {
    throw withinData(error);
  }
}

/** Billing's errors name a property of its own input; the caller's is inside `data`. */
function withinData(error: unknown): unknown {
  if (!isAppError(error) || error.kind !== 'INVALID_ARGUMENT') return error;
  const message = error.message.replace(/^Property '(?!data\.)/, "Property 'data.");
  return message === error.message ? error : invalidArgument(message, error.reason);
}

async function createByMethod(
  clients: Clients,
  request: FastifyRequest,
  { method = 'PIX', data }: Static<typeof TransparentCreate>,
): Promise<Created> {
  const { tenant } = principal(request);
  const context = callContext(request);
  if (method !== 'BOLETO' && data.dueDate !== undefined) {
    throw invalidArgument("Property 'data.dueDate' is only valid for BOLETO");
  }
  switch (method) {
    case 'PIX': {
      refuseSameTaxIdWithout(data);
      const pix = {
        ...chargeTerms(tenant, data),
        expiresInSeconds: data.expiresIn ?? expiresInDefaultSeconds,
        ensureSameTaxId: data.ensureSameTaxId ?? false,
      };
      return clients.charges.createPixCharge(pix, context);
    }
    case 'BOLETO': {
      const boleto = { ...chargeTerms(tenant, data), dueDate: data.dueDate, ...wireLateTerms(data, 'data.fine') };
      return clients.charges.createBoletoCharge(boleto, context);
    }
    case 'CARD': {
      const card = {
        ...chargeTerms(tenant, data),
        installmentCount: data.installmentCount ?? 1,
        token: readCardToken(data),
        returnUrl: data.returnUrl,
      };
      return clients.charges.createCardCharge(card, context);
    }
  }
}

function chargeTerms(tenant: Tenant, data: TransparentData) {
  return {
    tenant,
    amountCents: data.amount,
    description: data.description,
    externalId: data.externalId,
    ...toCustomer(data, 'data.customer', payerOfCharge),
    metadataJson: metadataJson(data.metadata),
    splits: toSplits(data.splits),
    utms: data.utm,
  };
}

/** `data.token` is an older name of `data.cardToken`. */
function readCardToken({ token, cardToken }: TransparentData): string {
  if (token !== undefined && cardToken !== undefined) {
    throw invalidArgument("Properties 'data.token' and 'data.cardToken' should not be used together");
  }
  const given = cardToken ?? token;
  if (given === undefined) throw invalidArgument("Property 'data.cardToken' is missing");
  return given;
}

/**
 * Checked before the rest of the customer's data, with this exact text (docs/behaviour/charges.md#ensure-same-tax-id).
 */
function refuseSameTaxIdWithout({ ensureSameTaxId, customer, customerId }: TransparentData): void {
  if (ensureSameTaxId === true && customerId === undefined && customer?.taxId === undefined) {
    throw invalidArgument('ensureSameTaxId requires a customer with taxId');
  }
}
