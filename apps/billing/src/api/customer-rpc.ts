import {
  CreateCustomerResponse,
  DeleteCustomerResponse,
  ErasePersonResponse,
  pageFromWire,
  pageToWire,
  required,
  toWire,
  UpdateCustomerResponse,
  type CustomerInput as CustomerInputMessage,
  type CustomerServiceDefinition,
  type PersonKey as PersonKeyMessage,
} from '@pitanga/contracts';
import { sealedResponse, writeOnce, type ResponseCodec } from '@pitanga/database';
import type { RpcHandlers, TenantCall } from '@pitanga/rpc';
import type { CustomerInput } from '../customers/customer';
import { listCustomers, searchCustomers } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { customerKeyMissing } from '../customers/customer-errors';
import type { PersonKey } from '../persons/person';
import { createCustomer, deleteCustomer, getCustomer } from '../managing/customer-service';
import { erasePerson, findPerson } from '../managing/erase-person';
import { updateCustomer } from '../managing/update-customer';

const searchedMax = 20;

export function customerHandlers(deps: Deps): RpcHandlers<CustomerServiceDefinition> {
  const sealed = <R>(call: TenantCall, codec: ResponseCodec<R>) =>
    sealedResponse(deps.sealer, call.tenant, call.idempotency, codec);

  return {
    createCustomer: async (request, call) => {
      const input = customerInputFromWire(required(request.customer, 'customer'));
      return writeOnce(deps, call, sealed(call, CreateCustomerResponse), async (tx) => {
        const { customer, isNew } = await createCustomer(tx, call.tenant, input);
        return { customer, existed: !isNew };
      });
    },

    getCustomer: async ({ id, email, taxId }, { tenant }) => ({
      customer: await getCustomer(deps, tenant, { id, email, taxId }),
    }),

    listCustomers: async (request, { tenant }) => {
      const customers = await listCustomers(deps.db, tenant, deps.sealer, pageFromWire(request.page), request);
      return { customers: [...customers.items], page: pageToWire(customers) };
    },

    searchCustomers: async ({ text, limit }, { tenant }) => ({
      customers: [
        ...(await searchCustomers(deps.db, tenant, deps.sealer, text, Math.min(Math.max(limit, 1), searchedMax))),
      ],
    }),

    updateCustomer: async ({ id, tenant: _tenant, ...changes }, call) =>
      writeOnce(deps, call, sealed(call, UpdateCustomerResponse), async (tx) => ({
        customer: await updateCustomer(tx, call.tenant, id, changes),
      })),

    deleteCustomer: async ({ id }, call) =>
      writeOnce(deps, call, sealed(call, DeleteCustomerResponse), async (tx) => ({
        customer: await deleteCustomer(tx, call.tenant, id),
      })),

    findPerson: async ({ key }, { tenant }) => {
      const { person, isKnown } = await findPerson(deps, tenant, personKeyFromWire(key));
      return { person: { ...person, customerIds: [...person.customerIds] }, isKnown };
    },

    erasePerson: async ({ key }, call) =>
      writeOnce(deps, call, ErasePersonResponse, async (tx) => {
        const { customerIds, requestedAt, waitsFor } = await erasePerson(tx, call.tenant, personKeyFromWire(key));
        return {
          customerIds: [...customerIds],
          requestedAt,
          waitsFor: waitsFor.map((wait) => toWire('ERASURE_WAIT', wait)),
        };
      }),
  };
}

export function customerInputFromWire(message: CustomerInputMessage): CustomerInput {
  return { ...message, metadataJson: message.metadataJson || '{}' };
}

function personKeyFromWire(message: PersonKeyMessage | undefined): PersonKey {
  const { customerId, taxId } = required(message, 'key');
  if (customerId !== undefined) return { customerId };
  if (taxId !== undefined) return { taxId };
  throw customerKeyMissing();
}
