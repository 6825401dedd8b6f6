import {
  CreateProductResponse,
  DeleteProductResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  UpdateProductResponse,
  type CreateProductRequest,
  type ProductServiceDefinition,
  type UpdateProductRequest,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { idempotently } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { withFiles } from '../managing/product-files';
import { createProduct, deleteProduct, getProduct } from '../managing/product-service';
import type { FileSources } from '../managing/store-files';
import { updateProduct, withNewImage, type ProductChanges } from '../managing/update-product';
import { productToWire } from '../messages/product-wire';
import { billingCycles, productStatuses, type ProductInput } from '../products/product';
import { listProducts } from '../products/product-queries';

export function productHandlers(deps: Deps): RpcHandlers<ProductServiceDefinition> {
  return {
    createProduct: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = inputFromWire(request);
      const { response, replayed } = await withFiles(deps, tenant, input, sourcesFromWire(request), (files) =>
        idempotently(deps.db, tenant, call.idempotency, CreateProductResponse, deps.clock.real(), async (db) => {
          const product = await createProduct({ ...deps, db }, tenant, input, files);
          return { product: productToWire(product, deps.publicUrl) };
        }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    updateProduct: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const changes = changesFromWire(request);
      const { response, replayed } = await withNewImage(deps, tenant, request.id, changes, (stored) =>
        idempotently(deps.db, tenant, call.idempotency, UpdateProductResponse, deps.clock.real(), async (db) => {
          const product = await updateProduct({ ...deps, db }, tenant, request.id, changes, stored);
          return { product: productToWire(product, deps.publicUrl) };
        }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getProduct: async ({ tenant, id, externalId }) => ({
      product: productToWire(await getProduct(deps, tenantFromWire(tenant), { id, externalId }), deps.publicUrl),
    }),

    listProducts: async (request) => {
      const { id, externalId } = request;
      const status = request.status && fromWire('PRODUCT_STATUS', productStatuses, request.status);
      const page = pageFromWire(request.page);
      const products = await listProducts(deps.db, tenantFromWire(request.tenant), page, { id, externalId, status });
      return {
        products: products.items.map((product) => productToWire(product, deps.publicUrl)),
        page: pageToWire(products),
      };
    },

    deleteProduct: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        DeleteProductResponse,
        deps.clock.real(),
        async (db) => ({
          product: productToWire(await deleteProduct({ ...deps, db }, tenant, request.id), deps.publicUrl),
        }),
      );
      if (replayed) call.markReplayed();
      return response;
    },
  };
}

function sourcesFromWire({ imageUrl, fileUrl }: CreateProductRequest): FileSources {
  return { ...(imageUrl !== undefined && { images: imageUrl }), ...(fileUrl !== undefined && { files: fileUrl }) };
}

function changesFromWire(request: UpdateProductRequest): ProductChanges {
  const { name, description, priceCents, trialDays, imageUrl } = request;
  return {
    name,
    description,
    priceCents: priceCents === undefined ? undefined : cents(priceCents),
    trialDays,
    imageUrl,
  };
}

function inputFromWire(request: CreateProductRequest): ProductInput {
  const { externalId, name, description, priceCents, currency, trialDays } = request;
  const cycle = request.cycle && fromWire('BILLING_CYCLE', billingCycles, request.cycle);
  return { externalId, name, description, priceCents: cents(priceCents), currency, cycle, trialDays };
}
