import { useOwnBench } from './browser/bench';
import { budgets } from './browser/journeys/budgets';
import { boletoJourneys, boletoWays } from './browser/journeys/boleto';
import { cardJourneys, cardWays, declinedWays, passedFeeWays } from './browser/journeys/card';
import { endJourneys, endWays } from './browser/journeys/ends';
import { couponWays, linkWays, offerJourneys, upsellWays } from './browser/journeys/offers';
import { pixJourneys, pixWays } from './browser/journeys/pix';
import { portalJourneys, portalWays } from './browser/journeys/portal';
import { receiptJourneys, receiptWays } from './browser/journeys/receipt';
import { faceJourneys, faceWays } from './browser/journeys/face';
import { mailWays, paperJourneys, payoutWays } from './browser/journeys/papers';
import { stateJourneys, stateWays } from './browser/journeys/states';
import {
  automaticPixWays,
  selfServiceWays,
  subscriptionJourneys,
  subscriptionWays,
} from './browser/journeys/subscriptions';
import { missingPairs } from './browser/way';

/** The pages of buyers in a real browser: by pointer and keys, on a phone and a desk, with and without scripts. */
describe('the pages of buyers', () => {
  const bench = useOwnBench();

  it('are visited in every pair of size, theme, script and hand', () => {
    const ways = [
      pixWays,
      boletoWays,
      cardWays,
      declinedWays,
      passedFeeWays,
      couponWays,
      linkWays,
      upsellWays,
      subscriptionWays,
      endWays,
      receiptWays,
      stateWays,
      automaticPixWays,
      selfServiceWays,
      payoutWays,
      mailWays,
      faceWays,
      portalWays,
    ];
    expect(missingPairs(ways.flat())).toEqual([]);
  });

  describe('Pix', () => {
    pixJourneys(bench);
  });
  describe('boleto', () => {
    boletoJourneys(bench);
  });
  describe('card', () => {
    cardJourneys(bench);
  });
  describe('coupons and links', () => {
    offerJourneys(bench);
  });
  describe('receipts', () => {
    receiptJourneys(bench);
  });
  describe('subscriptions', () => {
    subscriptionJourneys(bench);
  });
  describe('states', () => {
    stateJourneys(bench);
  });
  describe('papers', () => {
    paperJourneys(bench);
  });
  describe('customer portals', () => {
    portalJourneys(bench);
  });
  describe('the face of a store', () => {
    faceJourneys(bench);
  });
  describe('budgets', () => {
    budgets(bench);
  });
  describe('ends', () => {
    endJourneys(bench);
  });
});
