import { required } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import { productRecord, ProductRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { cleared, wireFilter } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { addressDifference } from '../../both-versions/production-differences';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { productBodyBytesMax, ProductCreate, ProductGet, ProductList, ProductUpdate } from './products-schemas';

const tags = ['Products'];

/** Images and files may be downloaded by plain http. */
function ofFiles({ imageUrl, fileUrl }: { readonly imageUrl?: string; readonly fileUrl?: string }) {
  return [addressDifference('imageUrl', imageUrl, false), addressDifference('fileUrl', fileUrl, false)];
}

function ofPicture({ imageUrl }: { readonly imageUrl?: string | null }) {
  return [addressDifference('imageUrl', imageUrl ?? undefined, false)];
}

const createProductRoute: Route = (app, { clients }) => {
  app.post(
    '/products/create',
    {
      bodyLimit: productBodyBytesMax,
      config: { permission: 'PRODUCT:CREATE', differsInProduction: ofFiles },
      schema: {
        operationId: 'createProduct',
        summary: 'Create a product',
        description:
          'A repeat of an externalId answers the existing product as it is and downloads nothing; another price or ' +
          'cycle is a 409. A file that cannot be downloaded or is not what it should be is a 400, and nothing is created.',
        tags,
        body: ProductCreate,
        response: recordAnswer(ProductRecord),
      },
    },
    async (request) => {
      const { externalId, name, description, price, currency, cycle, trialDays, imageUrl, fileUrl } = request.body;
      if (trialDays !== undefined && cycle === undefined) {
        throw invalidArgument("Property 'trialDays' should come with a 'cycle'");
      }
      const hasFiles = imageUrl !== undefined || fileUrl !== undefined;
      const { product } = await (hasFiles ? clients.productsWithFiles : clients.products).createProduct(
        {
          tenant: principal(request).tenant,
          externalId,
          name,
          description: description ?? '',
          priceCents: price,
          currency: currency ?? 'BRL',
          cycle: wireFilter('BILLING_CYCLE', cycle),
          trialDays,
          imageUrl,
          fileUrl,
        },
        callContext(request),
      );
      return ok(productRecord(required(product, 'product')));
    },
  );
};

const updateProductRoute: Route = (app, { clients }) => {
  app.post(
    '/products/update',
    {
      config: { permission: 'PRODUCT:CREATE', nullClears: true, differsInProduction: ofPicture },
      schema: {
        operationId: 'updateProduct',
        summary: 'Update a product',
        description:
          'What is left out stays as it is, null clears. A new price or trial counts for what is made from now on: ' +
          'checkouts, links and subscriptions keep what they were made with. externalId, cycle and the sold file never change.',
        tags,
        querystring: idQuery,
        body: ProductUpdate,
        response: recordAnswer(ProductRecord),
      },
    },
    async (request) => {
      const { name, description, price, trialDays, imageUrl } = request.body;
      const { product } = await (imageUrl ? clients.productsWithFiles : clients.products).updateProduct(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          name,
          description: cleared(description),
          priceCents: price,
          trialDays: trialDays === null ? 0 : trialDays,
          imageUrl: cleared(imageUrl),
        },
        callContext(request),
      );
      return ok(productRecord(required(product, 'product')));
    },
  );
};

const getProductRoute: Route = (app, { clients }) => {
  app.get(
    '/products/get',
    {
      config: { permission: 'PRODUCT:READ' },
      schema: {
        operationId: 'getProduct',
        summary: 'Get a product',
        description: 'By id or externalId.',
        tags,
        querystring: ProductGet,
        response: recordAnswer(ProductRecord),
      },
    },
    async (request) => {
      const { id, externalId } = request.query;
      if (id === undefined && externalId === undefined) throw invalidArgument('Send at least one of id or externalId');
      const { product } = await clients.products.getProduct(
        { tenant: principal(request).tenant, id, externalId },
        callContext(request),
      );
      return ok(productRecord(required(product, 'product')));
    },
  );
};

const listProductsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/products/list',
    {
      config: { permission: 'PRODUCT:READ' },
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        tags,
        querystring: ProductList,
        response: listAnswer(ProductRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, externalId, status, search } = request.query;
      const { products, page } = await clients.products.listProducts(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          id,
          externalId,
          status: wireFilter('PRODUCT_STATUS', status),
          search,
        },
        callContext(request),
      );
      return list(page, products.map(productRecord));
    },
  );
};

const deleteProductRoute: Route = (app, { clients }) => {
  app.post(
    '/products/delete',
    {
      config: { permission: 'PRODUCT:DELETE' },
      schema: {
        operationId: 'deleteProduct',
        summary: 'Delete a product',
        description: 'Existing checkouts and subscriptions keep their price; its externalId can be used again.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(ProductRecord),
      },
    },
    async (request) => {
      const { product } = await clients.products.deleteProduct(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(productRecord(required(product, 'product')));
    },
  );
};

export const productsRoutes: RouteGroup = [
  createProductRoute,
  updateProductRoute,
  getProductRoute,
  listProductsRoute,
  deleteProductRoute,
];
