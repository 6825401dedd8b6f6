import { normalizeTaxId } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  asaasUnavailable,
  type AsaasClient,
  type AsaasFields,
} from '@pitanga/provider-account';
import { readAsaasOwner } from './asaas-owner';

/** Who is to pay, and all that Asaas gets of them: no e-mail and no phone, because it would write to them. */
export interface AsaasDebtor {
  readonly name: string;
  readonly taxId: string;
}

export interface AsaasCustomers {
  /**
   * The customer at Asaas of a payer, made unless there is one. Without a payer the account's own (docs/behaviour/providers.md#asaas-anonymous).
   * @param options.isFresh not the one that is remembered
   * @param options.givesWay another account is asked where Asaas is not reached
   */
  findOrCreate(
    debtor: AsaasDebtor | undefined,
    options?: { readonly isFresh?: boolean; readonly givesWay?: boolean },
  ): Promise<string>;
}

/** Finds the one customer that stands for everybody who did not say who they are. */
const anonymousReference = 'pitanga-anonymous';
const anonymousName = 'Pagador não identificado';
const nameLengthMax = 100;
/** Payers that come back within the life of a process; each saves a call. */
const rememberedMax = 5_000;

/** Asaas has no unique customers: one is looked for by tax id before it is made. */
export function createAsaasCustomers(client: AsaasClient): AsaasCustomers {
  const known = new Map<string, Promise<string>>();

  const remember = (key: string, found: Promise<string>): Promise<string> => {
    const [oldest] = known.keys();
    if (known.size >= rememberedMax && oldest !== undefined) known.delete(oldest);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
  return {
    findOrCreate: (debtor, { isFresh = false, givesWay = false } = {}) => {
      const key = debtor === undefined ? '' : normalizeTaxId(debtor.taxId);
      const remembered = isFresh ? undefined : known.get(key);
      if (remembered) return remembered;
      const asked = givesWay ? client.givingWay() : client;
      return remember(key, debtor ? findPayer(asked, debtor, key) : findAnonymous(asked));
    },
  };
}

async function findPayer(client: AsaasClient, { name }: AsaasDebtor, cpfCnpj: string): Promise<string> {
  const found = await findCustomer(client, { cpfCnpj });
  return found ?? createCustomer(client, { name: Array.from(name).slice(0, nameLengthMax).join(''), cpfCnpj });
}

/** A charge without a payer is impossible there, so it names the account's owner. */
async function findAnonymous(client: AsaasClient): Promise<string> {
  const found = await findCustomer(client, { externalReference: anonymousReference });
  if (found !== undefined) return found;
  const { taxId: cpfCnpj } = await readAsaasOwner(client);
  return createCustomer(client, { name: anonymousName, cpfCnpj, externalReference: anonymousReference });
}

async function findCustomer(
  client: AsaasClient,
  wanted: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const path = `/customers?${new URLSearchParams({ ...wanted, limit: '100' }).toString()}`;
  const body = await client.accepted({ operation: 'find_customer', method: 'GET', path, isRepeatable: true });
  const found = asaasList(asaasFields(body)['data']).find((customer) => isUsable(customer, wanted));
  return found && asaasText(found['id']);
}

/** Not one to whom Asaas writes: the merchant made it for another system, and each message costs. */
function isUsable(customer: AsaasFields, wanted: Readonly<Record<string, string>>): boolean {
  if (customer['deleted'] === true || customer['notificationDisabled'] !== true) return false;
  // The one that stands for all has the owner's tax id, and is no payer of that name.
  const isAnonymous = customer['externalReference'] === anonymousReference;
  if (isAnonymous !== (wanted['externalReference'] === anonymousReference)) return false;
  return Object.entries(wanted).every(([name, value]) => customer[name] === value);
}

async function createCustomer(client: AsaasClient, customer: object): Promise<string> {
  const body = { ...customer, notificationDisabled: true };
  const call = { operation: 'create_customer', method: 'POST', path: '/customers', isRepeatable: false } as const;
  const id = asaasText(asaasFields(await client.accepted({ ...call, body }))['id']);
  if (id === undefined) throw asaasUnavailable(new Error('an answer that is no customer'));
  return id;
}
