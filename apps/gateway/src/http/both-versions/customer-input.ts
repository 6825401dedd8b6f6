import type {
  CreateCustomerResponse,
  CustomerInput,
  SimulatedPayer as SimulatedPayerMessage,
} from '@pitanga/contracts';
import { invalidArgument, normalizeTaxId } from '@pitanga/core';
import { NamedObject } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { warn } from '../edge/input/warnings';
import { Address, Cellphone, City, Email, MetadataInput, Name, State, TaxId, ZipCode } from '../fields/fields';
import { metadataJson } from '../fields/metadata';

/** Customer data inside a charge or checkout; {@link toCustomer} checks which fields are required. */
export const CustomerData = NamedObject(
  'CustomerData',
  {
    name: Type.Optional(Name),
    cellphone: Type.Optional(Cellphone),
    email: Type.Optional(Email),
    taxId: Type.Optional(TaxId),
    address: Type.Optional(Address),
    city: Type.Optional(City),
    state: Type.Optional(State),
    zipCode: Type.Optional(ZipCode),
    metadata: Type.Optional(MetadataInput),
  },
  {
    description:
      'Found by its taxId, whose empty fields it then fills, or created. When any of it is sent, name, cellphone, email ' +
      'and taxId are required. Beside a customerId it is a 400.',
  },
);

/** Customer data with fewer required fields. */
export const PayerData = NamedObject('PayerData', CustomerData.properties, {
  description:
    'Found by its taxId, whose empty fields it then fills, or created. When any of it is sent, name and taxId are ' +
    'required. Beside a customerId it is a 400.',
});

export type CustomerData = Static<typeof CustomerData>;

/** The payer of a simulated payment; generated when left out. */
export const SimulatedPayer = NamedObject('SimulatedPayer', { name: Type.Optional(Name), taxId: Type.Optional(TaxId) });

type Mandatory = readonly ('name' | 'cellphone' | 'email' | 'taxId')[];

/** For v1 Pix QR codes and checkouts. */
const wholeCustomer: Mandatory = ['name', 'cellphone', 'email', 'taxId'];

/** For transparent charges: the fields that a bank needs to register a boleto. */
export const payerOfCharge: Mandatory = ['name', 'taxId'];

/**
 * The inline customer of a charge or checkout: undefined when no field was sent, otherwise the mandatory fields are
 * required. A schema cannot report that in one sentence.
 * @param property path of the data in the body, for the error
 */
function inlineCustomer(
  customer: CustomerData | undefined,
  property: string,
  mandatory = wholeCustomer,
): CustomerInput | undefined {
  if (isEmptyCustomer(customer)) return undefined;
  const missing = mandatory.find((field) => customer[field] === undefined);
  if (missing !== undefined) throw invalidArgument(`Property '${property}.${missing}' is missing`);
  return customerInput(customer);
}

/** Clients send an empty object for no customer. */
function isEmptyCustomer(customer: CustomerData | undefined): customer is undefined {
  return customer === undefined || Object.keys(customer).length === 0;
}

export function customerInput(customer: CustomerData): CustomerInput {
  return {
    email: customer.email,
    taxId: customer.taxId === undefined ? undefined : normalizeTaxId(customer.taxId),
    name: customer.name,
    cellphone: customer.cellphone,
    address: customer.address,
    city: customer.city,
    state: customer.state,
    zipCode: customer.zipCode,
    metadataJson: metadataJson(customer.metadata),
  };
}

/**
 * The customer of a charge or checkout.
 * @throws AppError INVALID_ARGUMENT for data beside an id: it may be another person's.
 */
export function toCustomer(
  body: { readonly customerId?: string; readonly customer?: CustomerData },
  property = 'customer',
  mandatory = wholeCustomer,
): { readonly customerId: string | undefined; readonly customer: CustomerInput | undefined } {
  const { customerId } = body;
  if (customerId === undefined || isEmptyCustomer(body.customer)) {
    return { customerId, customer: inlineCustomer(body.customer, property, mandatory) };
  }
  throw invalidArgument(`Properties '${property}' and '${property}Id' should not be used together`);
}

/** What the caller sent beside a known tax id is not kept, which is easily overlooked. */
export function warnOfExisting(reply: FastifyReply, { existed }: CreateCustomerResponse): void {
  if (existed === true)
    warn(reply, "A customer with this 'taxId' exists: it is answered unchanged, and nothing sent is kept");
}

/** For undefined the simulator generates a payer. */
export function simulatedPayer(payer: Static<typeof SimulatedPayer> | undefined): SimulatedPayerMessage | undefined {
  return payer && { name: payer.name, taxId: payer.taxId === undefined ? undefined : normalizeTaxId(payer.taxId) };
}
