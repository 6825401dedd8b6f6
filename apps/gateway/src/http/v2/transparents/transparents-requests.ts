import { required, type Charge } from '@pitanga/contracts';
import { invalidArgument, isAppError, type Tenant } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clients } from '../../../clients';
import { callContext, principal } from '../../edge/request';
import { expiresInDefaultSeconds, wireLateTerms } from '../../fields/fields';
import { metadataJson } from '../../fields/metadata';
import { customerOf, payerOfCharge } from '../../shared/customer-input';
import type { TransparentCreate, TransparentData } from './transparents-schemas';

/** Creates a charge by the method that was asked for; PIX when none was. */
export async function createTransparent(
  clients: Clients,
  request: FastifyRequest,
  body: Static<typeof TransparentCreate>,
): Promise<Charge> {
  try {
    return await createByMethod(clients, request, body);
  } catch (error) {
    throw withinData(error);
  }
}

/** Billing names a property as in its own input; the caller has it in `data`. */
function withinData(error: unknown): unknown {
  if (!isAppError(error) || error.kind !== 'INVALID_ARGUMENT') return error;
  const message = error.message.replace(/^Property '(?!data\.)/, "Property 'data.");
  return message === error.message ? error : invalidArgument(message, error.reason);
}

async function createByMethod(
  clients: Clients,
  request: FastifyRequest,
  { method = 'PIX', data }: Static<typeof TransparentCreate>,
): Promise<Charge> {
  const { tenant } = principal(request);
  const context = callContext(request);
  if (method !== 'BOLETO' && data.dueDate !== undefined) {
    throw invalidArgument("Property 'data.dueDate' is only valid for BOLETO");
  }
  switch (method) {
    case 'PIX': {
      refuseSameTaxIdWithout(data);
      const pix = {
        ...termsOf(tenant, data),
        expiresInSeconds: data.expiresIn ?? expiresInDefaultSeconds,
        ensureSameTaxId: data.ensureSameTaxId ?? false,
      };
      return required((await clients.charges.createPixCharge(pix, context)).charge, 'charge');
    }
    case 'BOLETO': {
      const boleto = { ...termsOf(tenant, data), dueDate: data.dueDate, ...wireLateTerms(data, 'data.fine') };
      return required((await clients.charges.createBoletoCharge(boleto, context)).charge, 'charge');
    }
    case 'CARD': {
      const card = { ...termsOf(tenant, data), installmentCount: data.installmentCount ?? 1, token: tokenOf(data) };
      return required((await clients.charges.createCardCharge(card, context)).charge, 'charge');
    }
  }
}

function termsOf(tenant: Tenant, data: TransparentData) {
  return {
    tenant,
    amountCents: data.amount,
    description: data.description,
    externalId: data.externalId,
    ...customerOf(data, 'data.customer', payerOfCharge),
    metadataJson: metadataJson(data.metadata),
  };
}

/** `data.token` is an older name of the browser's token. */
function tokenOf({ token, cardToken }: TransparentData): string {
  if (token !== undefined && cardToken !== undefined) {
    throw invalidArgument("Properties 'data.token' and 'data.cardToken' should not be used together");
  }
  const given = cardToken ?? token;
  if (given === undefined) throw invalidArgument("Property 'data.cardToken' is missing");
  return given;
}

/**
 * Comes before any other refusal of the customer's data, with this very text
 * (docs/behaviour/charges.md#ensure-same-tax-id).
 */
function refuseSameTaxIdWithout({ ensureSameTaxId, customer, customerId }: TransparentData): void {
  if (ensureSameTaxId === true && customerId === undefined && customer?.taxId === undefined) {
    throw invalidArgument('ensureSameTaxId requires a customer with taxId');
  }
}
