import { startBeforeAll, type InterStandIn } from '@pitanga/testing';
import { interStores, startInter } from './inter-stores';
import { required, startPayouts } from './payouts-harness';
import { payoutProviderConformance } from './payout-provider.conformance';

const payouts = startBeforeAll(startPayouts);
let inter: InterStandIn;
beforeEach(async () => {
  inter = await startInter(payouts);
  // The day of the orders of the suite.
  payouts.clock.advance(new Date('2026-11-20T15:00:00.000Z').getTime() - payouts.clock.real().getTime());
});
afterEach(() => inter.stop());

const { aStore, end } = interStores(
  () => payouts,
  () => inter,
);

payoutProviderConformance('the Inter adapter', async () => {
  const tenant = await aStore();
  return {
    provider: required(await payouts.deps.findProvider(tenant)),
    end: (payoutId, status) => end(payoutId, status === 'COMPLETE' ? 'PAGO' : 'FALHA'),
    sentCount: () => inter.out.sent.length,
    loseNextAnswer: () => inter.loseAnswer(/^POST \/banking/),
  };
});
