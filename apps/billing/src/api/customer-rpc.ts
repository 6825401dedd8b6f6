import {
  CreateCustomerResponse,
  DeleteCustomerResponse,
  pageFromWire,
  pageToWire,
  required,
  tenantFromWire,
  UpdateCustomerResponse,
  type CustomerInput as CustomerInputMessage,
  type CustomerServiceDefinition,
} from '@pitanga/contracts';
import { idempotently, sealedResponse } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { CustomerInput } from '../customers/customer';
import { listCustomers } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { deleteCustomer, findOrCreateCustomer, getCustomer } from '../managing/customer-service';
import { updateCustomer } from '../managing/update-customer';

export function customerHandlers(deps: Deps): RpcHandlers<CustomerServiceDefinition> {
  return {
    createCustomer: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = customerInputFromWire(required(request.customer, 'customer'));
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        sealedResponse(deps.sealer, tenant, call.idempotency, CreateCustomerResponse),
        deps.clock.real(),
        async (db) => ({ customer: await findOrCreateCustomer({ ...deps, db }, tenant, input) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getCustomer: async (request) => {
      const { id, email, taxId } = request;
      const customer = await getCustomer(deps, tenantFromWire(request.tenant), { id, email, taxId });
      return { customer };
    },

    listCustomers: async (request) => {
      const page = pageFromWire(request.page);
      const customers = await listCustomers(deps.db, tenantFromWire(request.tenant), deps.sealer, page, request);
      return { customers: [...customers.items], page: pageToWire(customers) };
    },

    updateCustomer: async ({ id, tenant: sender, ...changes }, call) => {
      const tenant = tenantFromWire(sender);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        sealedResponse(deps.sealer, tenant, call.idempotency, UpdateCustomerResponse),
        deps.clock.real(),
        async (db) => ({ customer: await updateCustomer({ ...deps, db }, tenant, id, changes) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    deleteCustomer: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        sealedResponse(deps.sealer, tenant, call.idempotency, DeleteCustomerResponse),
        deps.clock.real(),
        async (db) => ({ customer: await deleteCustomer({ ...deps, db }, tenant, request.id) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },
  };
}

export function customerInputFromWire(message: CustomerInputMessage): CustomerInput {
  return { ...message, metadataJson: message.metadataJson || '{}' };
}
