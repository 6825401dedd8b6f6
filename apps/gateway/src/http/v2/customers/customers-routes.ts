import { required } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import { customerRecord, CustomerRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { cleared } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { metadataJson } from '../../fields/metadata';
import { customerInput, warnOfExisting } from '../../both-versions/customer-input';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { CustomerCreate, CustomerGet, CustomerList, CustomerUpdate } from './customers-schemas';

const tags = ['Customers'];

const createCustomerRoute: Route = (app, { clients }) => {
  app.post(
    '/customers/create',
    {
      config: { permission: 'CUSTOMER:CREATE' },
      schema: {
        operationId: 'createCustomer',
        summary: 'Create a customer',
        description: 'An existing taxId answers its customer unchanged, with a `Warning` header.',
        tags,
        body: CustomerCreate,
        response: recordAnswer(CustomerRecord),
      },
    },
    async (request, reply) => {
      const answer = await clients.customers.createCustomer(
        { tenant: principal(request).tenant, customer: customerInput(request.body) },
        callContext(request),
      );
      warnOfExisting(reply, answer);
      return ok(customerRecord(required(answer.customer, 'customer')));
    },
  );
};

const updateCustomerRoute: Route = (app, { clients }) => {
  app.post(
    '/customers/update',
    {
      config: { permission: 'CUSTOMER:CREATE', nullClears: true },
      schema: {
        operationId: 'updateCustomer',
        summary: 'Update a customer',
        description:
          'What is left out stays as it is, null clears, and metadata is replaced as a whole. A taxId that another ' +
          'customer has is a 409. Events that were sent, and the statement, keep the customer as it was.',
        tags,
        querystring: idQuery,
        body: CustomerUpdate,
        response: recordAnswer(CustomerRecord),
      },
    },
    async (request) => {
      const { email, name, cellphone, taxId, address, city, state, zipCode, metadata } = request.body;
      const { customer } = await clients.customers.updateCustomer(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          email,
          taxId: cleared(taxId),
          name: cleared(name),
          cellphone: cleared(cellphone),
          address: cleared(address),
          city: cleared(city),
          state: cleared(state),
          zipCode: cleared(zipCode),
          metadataJson: metadata === undefined ? undefined : metadataJson(metadata ?? {}),
        },
        callContext(request),
      );
      return ok(customerRecord(required(customer, 'customer')));
    },
  );
};

const getCustomerRoute: Route = (app, { clients }) => {
  app.get(
    '/customers/get',
    {
      config: { permission: 'CUSTOMER:READ' },
      schema: {
        operationId: 'getCustomer',
        summary: 'Get a customer',
        description: 'The newest one that matches all given keys; at least one is required.',
        tags,
        querystring: CustomerGet,
        response: recordAnswer(CustomerRecord),
      },
    },
    async (request) => {
      const { id, email, taxId } = request.query;
      if (id === undefined && email === undefined && taxId === undefined) {
        throw invalidArgument('Send at least one of id, email or taxId');
      }
      const { customer } = await clients.customers.getCustomer(
        { tenant: principal(request).tenant, id, email, taxId },
        callContext(request),
      );
      return ok(customerRecord(required(customer, 'customer')));
    },
  );
};

const listCustomersRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/customers/list',
    {
      config: { permission: 'CUSTOMER:READ', guard: 'customerLists' },
      schema: {
        operationId: 'listCustomers',
        summary: 'List customers',
        tags,
        querystring: CustomerList,
        response: listAnswer(CustomerRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, email, taxId, name, cellphone } = request.query;
      const { customers, page } = await clients.customers.listCustomers(
        { tenant, page: pageRequest(request.query, clock.now(tenant)), id, email, taxId, name, cellphone },
        callContext(request),
      );
      return list(page, customers.map(customerRecord));
    },
  );
};

const deleteCustomerRoute: Route = (app, deps) => {
  const deletes = {
    config: { permission: 'CUSTOMER:DELETE' },
    schema: {
      operationId: 'deleteCustomer',
      summary: 'Delete a customer',
      description: 'Irreversible: the personal data is erased. Answers the customer as it was.',
      tags,
      querystring: idQuery,
      body: idBody,
      response: recordAnswer(CustomerRecord),
    },
  } as const;

  app.post('/customers/delete', deletes, (request) => deleteCustomer(deps, request));

  app.delete('/customers/delete', { ...deletes, schema: { ...deletes.schema, hide: true } }, (request) =>
    deleteCustomer(deps, request),
  );
};

export const customersRoutes: RouteGroup = [
  createCustomerRoute,
  updateCustomerRoute,
  getCustomerRoute,
  listCustomersRoute,
  deleteCustomerRoute,
];

async function deleteCustomer({ persons }: Deps, request: FastifyRequest) {
  const { tenant, actor } = principal(request);
  const { customer } = await persons.deleteCustomer({ tenant, actor, context: callContext(request) }, idFrom(request));
  return ok(customerRecord(required(customer, 'customer')));
}
