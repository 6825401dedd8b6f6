import { required } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../../deps';
import { permissionsMissing } from '../../../api-keys/api-key-errors';
import { applyChange } from '../../../stores/store';
import { checkedStore } from '../../../stores/store-rules';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { toFace } from '../../pages/html/face';
import { itemsTotal } from '../../pages/pay/items-total';
import { samplePage, type Sample } from '../../pages/pay/sample-page';
import { chooseLanguage } from '../../pages/words/language';
import { ok, recordAnswer } from '../envelope';
import { clearableBrand } from '../store/store-schemas';
import { exampleItem } from './example-item';
import { PaymentPage, PaymentPagePreview } from './payment-pages-schemas';

type Asked = Static<typeof PaymentPagePreview>;

const previewPaymentPageRoute: Route = (app, deps) => {
  app.post(
    '/payment-pages/preview',
    {
      config: { permission: 'CHECKOUT:CREATE', nullClears: clearableBrand },
      schema: {
        operationId: 'previewPaymentPage',
        summary: 'Preview a payment page',
        description:
          'The page of a checkout or payment link that is not created, as its payer would first see it, with the brand ' +
          'that is given in place of the store’s. Nothing is written; its Pix code cannot be paid. Methods that the ' +
          'store does not offer are left out. `paymentLinkId` needs `CHECKOUT:READ`, too.',
        tags: ['Payment links'],
        body: PaymentPagePreview,
        response: recordAnswer(PaymentPage),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { body } = request;
      const { branding, payerFields } = body;
      const [saved, sold] = await Promise.all([deps.stores.get({ tenant }), findItems(deps, request, body)]);
      const store = checkedStore(applyChange(saved, { branding, payerFields }));
      const offered = store.methods[tenant.devMode ? 'dev' : 'prod'];
      const methods = (body.methods ?? ['PIX', 'CARD']).filter((method) => offered.includes(method));
      const page = await samplePage({
        ...sold,
        devMode: tenant.devMode,
        methods,
        method: body.method,
        maxInstallments: body.card?.maxInstallments ?? 1,
        cardPrices: await findCardPrices(deps, request, body, sold),
        allowCoupons: (body.coupons ?? []).length > 0,
        skipCustomer: body.skip_customer ?? false,
        skipReview: body.skip_review ?? false,
        knowsPayer: body.customerId !== undefined,
        returnUrl: body.returnUrl,
        face: toFace(store.branding, store.name),
        payerFields: store.payerFields,
        language: body.language ?? chooseLanguage(request),
        now: deps.clock.now(tenant),
      });
      return ok({ html: page });
    },
  );
};

export const paymentPagesRoutes: RouteGroup = [previewPaymentPageRoute];

type Sold = Pick<Sample, 'items' | 'pictures'>;

/** Of a page whose payer by card would pay the fee. */
async function findCardPrices(
  { clients }: Deps,
  request: FastifyRequest,
  { card }: Asked,
  { items }: Sold,
): Promise<Sample['cardPrices']> {
  if (card?.passFeesToCustomer !== true) return [];
  const { tenant } = principal(request);
  const asked = { tenant, amountCents: itemsTotal(items), maxInstallments: card.maxInstallments ?? 1 };
  return (await clients.checkouts.getCardPrices(asked, callContext(request))).cardPrices;
}

async function findItems({ clients }: Deps, request: FastifyRequest, body: Asked): Promise<Sold> {
  const { tenant, permissions } = principal(request);
  const { items, paymentLinkId: id } = body;
  // It shows what the link sells, as payment-links/get does.
  if (id !== undefined && !permissions.has('CHECKOUT:READ')) throw permissionsMissing(['CHECKOUT:READ']);
  if (items !== undefined && id !== undefined) throw invalidArgument("Send 'items' or 'paymentLinkId', not both");
  if (id !== undefined) {
    const asked = { tenant, id, frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const };
    const { checkout } = await clients.checkouts.getCheckout(asked, callContext(request));
    return { items: required(checkout, 'checkout').items, pictures: new Map() };
  }
  if (items === undefined) return { items: [exampleItem], pictures: new Map() };
  const products = await Promise.all(items.map((item) => findProduct(clients, request, item.id)));
  return {
    items: products.map((product, index) => ({
      productId: product.id,
      productExternalId: product.externalId,
      name: product.name,
      description: product.description,
      unitPriceCents: product.priceCents,
      quantity: items[index]?.quantity ?? 1,
    })),
    pictures: new Map(products.flatMap(({ id: productId, imageUrl }) => (imageUrl ? [[productId, imageUrl]] : []))),
  };
}

/** By its id, or else its externalId, as in items. */
async function findProduct({ products }: Deps['clients'], request: FastifyRequest, id: string) {
  const { tenant } = principal(request);
  const context = callContext(request);
  const isId = /^prod_/.test(id);
  const { product } = await products.getProduct({ tenant, ...(isId ? { id } : { externalId: id }) }, context);
  return required(product, 'product');
}
