import { zeroCents, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import type { PayoutOrder, PayoutProvider } from '../src/provider/payout-provider';
import type { ActivePayout } from '../src/payouts/payout';
import { insertPayout } from '../src/payouts/payout-repository';
import { asaasStores, startAsaas, type TestAsaas } from './asaas-stores';
import { required, startPayouts } from './payouts-harness';
import { payoutProviderConformance } from './payout-provider.conformance';

const payouts = startBeforeAll(startPayouts);
let asaas: TestAsaas;
beforeEach(async () => {
  asaas = await startAsaas(payouts);
  asaas.books.balanceCents = 99_999_999_999;
});
afterEach(() => asaas.stop());

const { aStore, ordersOf } = asaasStores(
  () => payouts,
  () => asaas,
);

payoutProviderConformance('the Asaas adapter', async () => {
  const tenant = await aStore();
  const provider = required(await payouts.deps.findProvider(tenant));
  return {
    provider: { ...provider, sendPayout: (order) => writeAndSend(tenant, provider, order) },
    end: async (payoutId, status) => {
      await asaas.out.askDue();
      for (const { id, status: stands } of ordersOf({ id: payoutId })) {
        if (stands === 'BANK_PROCESSING') asaas.out.end(id, status === 'COMPLETE' ? 'DONE' : status);
      }
    },
    // What was refused has not left.
    sentCount: () => asaas.out.orders.filter(({ status }) => status !== 'CANCELLED').length,
    own: (type, key, taxId) => asaas.out.keys.owners.set(`${type} ${key}`, { name: 'Titular', taxId }),
    loseNextAnswer: () => asaas.loseAnswer(/^POST/),
  };
});

/** By payout: the suite sends one twice at the same time, and the service writes it once. */
const written = new Map<string, Promise<unknown>>();

/** As the service does: its row says that it is sent before it is, and only such a payout may leave. */
async function writeAndSend(tenant: Tenant, provider: PayoutProvider, order: PayoutOrder) {
  const { payoutId: id, target, sentAt, amountCents, description } = order;
  const payout: ActivePayout = {
    id,
    kind: 'TRANSFER',
    status: 'PENDING',
    step: 'WATCH',
    externalId: id,
    amountCents,
    platformFeeCents: zeroCents,
    isFeeIncluded: false,
    pixKeyType: target.type,
    maskedPixKey: '***',
    description: description?.slice(0, 140),
    receiptUrl: undefined,
    endToEndId: undefined,
    returnedCents: zeroCents,
    completedAt: undefined,
    failureReason: undefined,
    providerCode: undefined,
    requestedBy: undefined,
    approval: undefined,
    accountOwner: provider.owner,
    provider: provider.name,
    attempts: 0,
    runAt: sentAt,
    requestedAt: sentAt,
    sentAt,
    refusal: undefined,
    target,
    createdAt: sentAt,
    updatedAt: sentAt,
  };
  const writing = written.get(id) ?? insertPayout(payouts.deps.db, tenant, payouts.deps.sealer, payout);
  written.set(id, writing);
  await writing;
  return provider.sendPayout(order);
}
