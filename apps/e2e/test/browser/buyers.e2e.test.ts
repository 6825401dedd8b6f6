import { useBench } from './bench';
import { boletoJourneys } from './journeys/boleto';
import { cardJourneys } from './journeys/card';
import { pixJourneys } from './journeys/pix';
import { subscriptionJourneys } from './journeys/subscriptions';

/** What moves money, one way each; browser.slow.e2e.test.ts has every page in every pair of ways. */
describe('a buyer in a real browser', () => {
  const bench = useBench();

  describe('pays by Pix', () => {
    pixJourneys(bench);
  });
  describe('pays by boleto', () => {
    boletoJourneys(bench);
  });
  describe('pays by card', () => {
    cardJourneys(bench);
  });
  describe('subscribes', () => {
    subscriptionJourneys(bench);
  });
});
