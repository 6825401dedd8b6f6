import { normalizeEmail, normalizeTaxId, normalizeZipCode, punctuatedTaxId } from '@pitanga/core/identifiers';
import type { ApiRecord } from '../../api/records';
import { toMetadata, metadataRows, type MetadataRow } from '../../forms/metadata';

export type Customer = ApiRecord<'Customer'>;

/** What a create takes; an update takes the rest of the address too. */
const createdFields = ['name', 'email', 'taxId', 'cellphone', 'zipCode'] as const;
const textFields = [...createdFields, 'address', 'city', 'state'] as const;
type TextField = (typeof textFields)[number];

export type CustomerForm = Record<TextField, string> & { metadata: MetadataRow[] };

export const emptyCustomer: CustomerForm = {
  name: '',
  email: '',
  taxId: '',
  cellphone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  metadata: [],
};

export const states: readonly string[] =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

export const isEmail = (text: string): boolean => normalizeEmail(text) !== undefined;

export const isZipCode = (text: string): boolean => normalizeZipCode(text) !== undefined;

export function createBody(form: CustomerForm): ApiRecord<'CreateCustomer'> {
  const given = createdFields.map((name) => [name, form[name].trim()] as const).filter(([, text]) => text !== '');
  const metadata = toMetadata(form.metadata);
  return {
    email: '',
    ...Object.fromEntries(given),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** What has changed alone; what was emptied is cleared, but an e-mail never is. */
export function updateBody(form: CustomerForm, before: Customer): ApiRecord<'UpdateCustomer'> {
  const changed = textFields
    .map((name) => [name, name === 'taxId' ? normalizeTaxId(form.taxId) : form[name].trim()] as const)
    .filter(([name, text]) => text !== before[name])
    .map(([name, text]) => [name, text === '' ? null : text] as const)
    .filter(([name, text]) => name !== 'email' || text !== null);
  const metadata = toMetadata(form.metadata, before.metadata);
  const isSame = JSON.stringify(metadata) === JSON.stringify(before.metadata);
  return {
    id: before.id,
    ...Object.fromEntries(changed),
    ...(isSame ? {} : { metadata }),
  };
}

export function toForm(customer: Customer): CustomerForm {
  const { name, email, taxId, cellphone, address, city, state, zipCode, metadata } = customer;
  return {
    name,
    email,
    taxId: punctuatedTaxId(taxId),
    cellphone,
    address,
    city,
    state,
    zipCode,
    metadata: metadataRows(metadata),
  };
}

/** The API answers the customer who has the tax id, unchanged, and creates none. */
export function isAnother(customer: Customer, body: ApiRecord<'CreateCustomer'>): boolean {
  const isSame = (sent: string | undefined, kept: string) => (sent ?? '').toLowerCase() === kept.toLowerCase();
  return !isSame(body.email, customer.email) || !isSame(body.name, customer.name);
}

/** How a person is called where something is said about them. */
export function displayName({ name, email, id }: Pick<Customer, 'name' | 'email' | 'id'>): string {
  return name || email || id;
}
