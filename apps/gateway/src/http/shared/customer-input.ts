import type { CustomerInput, SimulatedPayer as SimulatedPayerMessage } from '@pitanga/contracts';
import { invalidArgument, normalizeTaxId } from '@pitanga/core';
import { NamedObject } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { Cellphone, Email, MetadataInput, Name, TaxId, ZipCode } from '../fields/fields';
import { metadataJson } from '../fields/metadata';

/** Customer data inside a charge or checkout. Which of it is required is said by {@link customerOf}. */
export const CustomerData = NamedObject(
  'CustomerData',
  {
    name: Type.Optional(Name),
    cellphone: Type.Optional(Cellphone),
    email: Type.Optional(Email),
    taxId: Type.Optional(TaxId),
    zipCode: Type.Optional(ZipCode),
    metadata: Type.Optional(MetadataInput),
  },
  {
    description:
      'Found by its taxId, whose empty fields it then fills, or created. When any of it is sent, name, cellphone, email ' +
      'and taxId are required. Beside a customerId it is a 400.',
  },
);

/** The same data where less of it is mandatory. */
export const PayerData = NamedObject('PayerData', CustomerData.properties, {
  description:
    'Found by its taxId, whose empty fields it then fills, or created. When any of it is sent, name and taxId are ' +
    'required. Beside a customerId it is a 400.',
});

export type CustomerData = Static<typeof CustomerData>;

/** Who pays in a simulated payment; made up when left out. */
export const SimulatedPayer = NamedObject('SimulatedPayer', { name: Type.Optional(Name), taxId: Type.Optional(TaxId) });

type Mandatory = readonly ('name' | 'cellphone' | 'email' | 'taxId')[];

/** Of v1 Pix QR codes and of checkouts. */
const wholeCustomer: Mandatory = ['name', 'cellphone', 'email', 'taxId'];

/** Who pays a transparent charge: what a bank registers a boleto for, and no more than clients send. */
export const payerOfCharge: Mandatory = ['name', 'taxId'];

/**
 * The customer named in a charge or checkout: undefined when none of its data was sent, else all that is mandatory
 * is required. A schema cannot say that in one sentence.
 * @param property where the data stands in the body, for the error
 */
function inlineCustomer(
  customer: CustomerData | undefined,
  property: string,
  mandatory = wholeCustomer,
): CustomerInput | undefined {
  if (isNobody(customer)) return undefined;
  const missing = mandatory.find((field) => customer[field] === undefined);
  if (missing !== undefined) throw invalidArgument(`Property '${property}.${missing}' is missing`);
  return customerInput(customer);
}

/** Clients send an empty object for no customer. */
function isNobody(customer: CustomerData | undefined): customer is undefined {
  return customer === undefined || Object.keys(customer).length === 0;
}

export function customerInput(customer: CustomerData): CustomerInput {
  return {
    email: customer.email,
    taxId: customer.taxId === undefined ? undefined : normalizeTaxId(customer.taxId),
    name: customer.name,
    cellphone: customer.cellphone,
    zipCode: customer.zipCode,
    metadataJson: metadataJson(customer.metadata),
  };
}

/**
 * The customer of a charge or checkout.
 * @throws AppError INVALID_ARGUMENT for data beside an id, since it may be another person's.
 */
export function customerOf(
  body: { readonly customerId?: string; readonly customer?: CustomerData },
  property = 'customer',
  mandatory = wholeCustomer,
): { readonly customerId: string | undefined; readonly customer: CustomerInput | undefined } {
  const { customerId } = body;
  if (customerId === undefined || isNobody(body.customer)) {
    return { customerId, customer: inlineCustomer(body.customer, property, mandatory) };
  }
  throw invalidArgument(`Properties '${property}' and '${property}Id' should not be used together`);
}

/** Undefined leaves the payer to the simulator. */
export function simulatedPayer(payer: Static<typeof SimulatedPayer> | undefined): SimulatedPayerMessage | undefined {
  return payer && { name: payer.name, taxId: payer.taxId === undefined ? undefined : normalizeTaxId(payer.taxId) };
}
