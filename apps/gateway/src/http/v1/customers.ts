import { required } from '@pitanga/contracts';
import { NamedObject, v1CustomerRecord, V1CustomerRecord } from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { Cellphone, Email, Name, TaxId } from '../fields/fields';
import { customerInput, warnOfExisting } from '../both-versions/customer-input';
import { ok, answer } from './envelope';
import { listQuery, wholePage } from './lists';

const CustomerCreate = NamedObject('CreateCustomer', { name: Name, cellphone: Cellphone, email: Email, taxId: TaxId });

const tags = ['Customers'];

const createCustomerRoute: Route = (app, { clients }) => {
  app.post(
    '/customer/create',
    {
      config: { permission: 'CUSTOMER:CREATE' },
      schema: {
        operationId: 'createCustomer',
        summary: 'Create a customer',
        description: 'An existing taxId answers its customer unchanged, with a `Warning` header.',
        tags,
        body: CustomerCreate,
        response: answer(V1CustomerRecord),
      },
    },
    async (request, reply) => {
      const { name, cellphone, email, taxId } = request.body;
      const answer = await clients.customers.createCustomer(
        { tenant: principal(request).tenant, customer: customerInput({ name, cellphone, email, taxId }) },
        callContext(request),
      );
      warnOfExisting(reply, answer);
      return ok(v1CustomerRecord(required(answer.customer, 'customer')));
    },
  );
};

const listCustomersRoute: Route = (app, { clients }) => {
  app.get(
    '/customer/list',
    {
      config: { permission: 'CUSTOMER:READ', guard: 'customerLists' },
      schema: {
        operationId: 'listCustomers',
        summary: 'List customers',
        tags,
        querystring: Type.Object(listQuery),
        response: answer(Type.Array(V1CustomerRecord)),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const customers = await wholePage(request.query, async (step) => {
        const answer = await clients.customers.listCustomers({ tenant, page: step }, callContext(request));
        return { items: answer.customers, page: answer.page };
      });
      return ok(customers.map(v1CustomerRecord));
    },
  );
};

export const customersRoutes: RouteGroup = [createCustomerRoute, listCustomersRoute];
