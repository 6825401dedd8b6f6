import type { CustomerInput, SimulatedPayer as SimulatedPayerMessage } from '@pitanga/contracts';
import { invalidArgument, normalizeTaxId } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { Cellphone, Email, MetadataInput, Name, TaxId, ZipCode } from './fields';
import { metadataJson } from './metadata';

/** Customer data inside a charge or checkout. Which of it is required is said by {@link inlineCustomer}. */
export const CustomerData = Type.Object(
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
      'Found by its taxId or created. When any of it is sent, name, cellphone, email and taxId are required.',
  },
);

export type CustomerData = Static<typeof CustomerData>;

/** Who pays in a simulated payment; made up when left out (decisions 2). */
export const SimulatedPayer = Type.Object({ name: Type.Optional(Name), taxId: Type.Optional(TaxId) });

const requiredTogether = ['name', 'cellphone', 'email', 'taxId'] as const;

/**
 * The customer named in a charge or checkout: undefined when none of its data was sent, else all four
 * of name, cellphone, email and taxId are required (interface 4.7). A schema cannot say that in one sentence.
 * @param property where the data stands in the body, for the error
 */
export function inlineCustomer(customer: CustomerData | undefined, property: string): CustomerInput | undefined {
  if (customer === undefined || Object.keys(customer).length === 0) return undefined;
  const missing = requiredTogether.find((field) => customer[field] === undefined);
  if (missing !== undefined) throw invalidArgument(`Property '${property}.${missing}' is missing`);
  return customerInput(customer);
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

/** A charge or checkout names its customer once: by id or with its data. */
export function refuseTwoCustomers(customerId: string | undefined, customer: CustomerInput | undefined): void {
  if (customerId !== undefined && customer !== undefined) {
    throw invalidArgument("Properties 'customerId' and 'customer' should not be used together");
  }
}

/** Undefined leaves the payer to the simulator. */
export function simulatedPayer(payer: Static<typeof SimulatedPayer> | undefined): SimulatedPayerMessage | undefined {
  return payer && { name: payer.name, taxId: payer.taxId === undefined ? undefined : normalizeTaxId(payer.taxId) };
}
