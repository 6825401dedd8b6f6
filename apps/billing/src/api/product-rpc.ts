import {
  CreateProductResponse,
  DeleteProductResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  UpdateProductResponse,
  type CreateProductRequest,
  type ProductServiceDefinition,
  type UpdateProductRequest,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { withFiles } from '../managing/product-files';
import { createProduct, deleteProduct, getProduct } from '../managing/product-service';
import type { FileSources } from '../managing/store-files';
import { updateProduct, withNewImage, type ProductChanges } from '../managing/update-product';
import { productToWire } from '../messages/product-wire';
import { billingCycles, productStatuses, type ProductInput } from '../products/product';
import { listProducts } from '../products/product-repository';

export function productHandlers(deps: Deps): RpcHandlers<ProductServiceDefinition> {
  return {
    createProduct: async (request, call) => {
      const { tenant } = call;
      const input = inputFromWire(request);
      return withFiles(deps, tenant, input, sourcesFromWire(request), (files) =>
        writeOnce(deps, call, CreateProductResponse, async (tx) => ({
          product: productToWire(await createProduct(tx, tenant, input, files), tx.publicUrl),
        })),
      );
    },

    updateProduct: async (request, call) => {
      const { tenant } = call;
      const changes = changesFromWire(request);
      return withNewImage(deps, tenant, request.id, changes, (stored) =>
        writeOnce(deps, call, UpdateProductResponse, async (tx) => ({
          product: productToWire(await updateProduct(tx, tenant, request.id, changes, stored), tx.publicUrl),
        })),
      );
    },

    getProduct: async ({ id, externalId, includeDeleted }, { tenant }) => ({
      product: productToWire(await getProduct(deps, tenant, { id, externalId }, includeDeleted), deps.publicUrl),
    }),

    listProducts: async ({ id, externalId, status: name, search, page }, { tenant }) => {
      const status = name && fromWire('PRODUCT_STATUS', productStatuses, name);
      const products = await listProducts(deps.db, tenant, pageFromWire(page), { id, externalId, status, search });
      return {
        products: products.items.map((product) => productToWire(product, deps.publicUrl)),
        page: pageToWire(products),
      };
    },

    deleteProduct: async ({ id }, call) =>
      writeOnce(deps, call, DeleteProductResponse, async (tx) => ({
        product: productToWire(await deleteProduct(tx, call.tenant, id), tx.publicUrl),
      })),
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
