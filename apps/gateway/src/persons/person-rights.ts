import {
  required,
  type DeleteCustomerResponse,
  type ErasePersonResponse,
  type Person,
  type PersonRecord,
} from '@pitanga/contracts';
import { notFound, type Clock, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Actor } from '../access/actor';
import type { AuditFact } from '../audit/audit-entry';
import { checkSection } from './export-sections';
import type { PersonClients } from './person-clients';

/** What a person may ask of a store (Lei 13.709/2018, art. 18): a copy of their data, and its erasure. */
export interface PersonRights {
  /**
   * The copy as the pieces of one JSON object. The first page is read before it answers, so that an early failure is an
   * ordinary error; then one page of one service is in memory at a time.
   * @throws AppError NOT_FOUND for a person of whom the store holds nothing
   */
  exportPerson(request: PersonRequest): Promise<AsyncIterable<string>>;
  /** Begins the erasure in every service, or says how far it is; see billing's ErasePerson. */
  erasePerson(request: PersonRequest): Promise<ErasePersonResponse>;
  /** The same for a customer who is not erased yet; answers the record as it was. NOT_FOUND the second time. */
  deleteCustomer(request: Omit<PersonRequest, 'key'>, id: string): Promise<DeleteCustomerResponse>;
}

/** By the id of a customer or by a tax id. */
export interface PersonRequest {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly key: { readonly customerId?: string | undefined; readonly taxId?: string | undefined };
  readonly context: CallContext;
}

export interface PersonRightsDeps {
  readonly clock: Clock;
  readonly clients: PersonClients;
  /** Adds an entry to the audit log of the store. */
  readonly record: (tenant: Tenant, fact: AuditFact) => Promise<void>;
  /** Deletes what people of the store noted on customers and their charges. */
  readonly deleteNotes: (tenant: Tenant, customerIds: readonly string[]) => Promise<void>;
}

export function createPersonRights(deps: PersonRightsDeps): PersonRights {
  const { clients, clock } = deps;

  async function find(request: PersonRequest) {
    const { tenant, key, context } = request;
    const found = await clients.customers.findPerson({ tenant, key }, withoutKey(context));
    return { person: required(found.person, 'person'), isKnown: found.isKnown };
  }

  return {
    exportPerson: async (request) => {
      const { tenant, context } = request;
      const { person, isKnown } = await find(request);
      if (!isKnown) throw notFound('The store holds nothing about this person', 'PERSON_NOT_FOUND');
      // Before anything is shown: a copy that was begun is in the log, also when its connection breaks.
      await record(deps, request, person, 'person.exported');
      const pages = readRecords(clients, tenant, person, withoutKey(context));
      const first = await pages.next();
      const head = { storeId: tenant.storeId, devMode: tenant.devMode, exportedAt: clock.now(tenant) };
      return jsonPieces({ ...head, customerIds: person.customerIds }, first, pages);
    },

    erasePerson: async (request) => {
      const { tenant, key, context } = request;
      const { person, isKnown } = await find(request);
      // The intent, before the effect: no erasure is without an entry, whatever breaks in between.
      if (isKnown) await record(deps, request, person, 'person.erasure_requested');
      return withoutNotes(deps, tenant, person, () => clients.customers.erasePerson({ tenant, key }, context));
    },

    deleteCustomer: async (request, id) => {
      const { tenant, context } = request;
      const { person } = await find({ ...request, key: { customerId: id } });
      await record(deps, request, person, 'person.erasure_requested');
      return withoutNotes(deps, tenant, person, () => clients.customers.deleteCustomer({ tenant, id }, context));
    },
  };
}

/** Before the effect, so that a crash leaves none behind, and after it, for those that were written until then. */
async function withoutNotes<T>(
  { deleteNotes }: PersonRightsDeps,
  tenant: Tenant,
  { customerIds }: Person,
  erase: () => Promise<T>,
): Promise<T> {
  await deleteNotes(tenant, customerIds);
  const answer = await erase();
  await deleteNotes(tenant, customerIds);
  return answer;
}

/** The reads of a request with an Idempotency-Key are no repeats of its write. */
function withoutKey({ requestId }: CallContext): CallContext {
  return { requestId };
}

/** The log outlives the person's data, so it names the id of the customer or the reference of the payer. */
async function record(
  { record: append }: PersonRightsDeps,
  { tenant, actor, context }: Omit<PersonRequest, 'key'>,
  { customerIds, payerRef }: Person,
  action: string,
): Promise<void> {
  const [id] = customerIds;
  const target = id === undefined ? { type: 'PAYER', id: payerRef ?? '' } : { type: 'CUSTOMER', id };
  await append(tenant, { actor, action, target, devMode: tenant.devMode, requestId: context.requestId });
}

/** Every service in turn, a page at a time. */
async function* readRecords(
  clients: PersonClients,
  tenant: Tenant,
  person: Person,
  context: CallContext,
): AsyncGenerator<readonly PersonRecord[], void> {
  const { billingPersons, subscriptionsPersons, ledgerPersons, payoutsPersons, webhooksPersons } = clients;
  for (const client of [billingPersons, subscriptionsPersons, ledgerPersons, payoutsPersons, webhooksPersons]) {
    let after = '';
    do {
      const { records, next } = await client.exportPerson({ tenant, person, after }, context);
      for (const { section } of records) checkSection(section);
      if (records.length > 0) yield records;
      after = next;
    } while (after !== '');
  }
}

/** `{…head, "records": {"customers": [{…}], …}}`; records arrive section by section. */
async function* jsonPieces(
  head: object,
  first: IteratorResult<readonly PersonRecord[], void>,
  rest: AsyncGenerator<readonly PersonRecord[], void>,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head).slice(0, -1)},"records":{`;
  let open: string | undefined;
  for (let page = first; page.done !== true; page = await rest.next()) {
    let piece = '';
    for (const { section, json } of page.value) {
      if (section !== open) piece += `${open === undefined ? '' : '],'}${JSON.stringify(section)}:[${json}`;
      else piece += `,${json}`;
      open = section;
    }
    yield piece;
  }
  yield open === undefined ? '}}' : ']}}';
}
