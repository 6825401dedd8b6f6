import type { Command } from 'commander';
import type { FoundRecord } from '@pitanga-pay/sdk';
import type { OpenSession, Session } from '../session';
import { findRecord } from './find-record';

/** Pages of the dashboard below the open store, up to the id. */
const pages: Readonly<Record<Exclude<FoundRecord['kind'], 'REFUND'>, string>> = {
  CHARGE: '/charges/',
  CHECKOUT: '/checkouts/',
  PAYMENT_LINK: '/links/',
  SUBSCRIPTION_CHECKOUT: '/subscriptions/checkouts/',
  SUBSCRIPTION: '/subscriptions/',
  CUSTOMER: '/customers/',
  PRODUCT: '/products/',
  COUPON: '/coupons/',
  DISPUTE: '/disputes/',
  PAYOUT: '/payouts/',
  TRANSFER: '/pix/',
  KEY_PAYMENT: '/key-payments/',
  STATEMENT_ENTRY: '/statement?search=',
  ADVANCE: '/advances?id=',
  API_KEY: '/developers/keys/',
  WEBHOOK: '/developers/webhooks/',
  DELIVERY: '/developers/deliveries/',
  EVENT: '/developers/events/',
};

/** Adds `open ID`. */
export function addOpenCommand(program: Command, open: OpenSession): void {
  program
    .command('open')
    .description("Open a record's page of the dashboard, and print its address")
    .argument('[id]', 'of any record; the home page when left out')
    .option('--print', 'only print the address')
    .action(async (id: string | undefined, { print }: { print?: boolean }) => {
      const session = await open();
      const address = await findAddress(session, id);
      session.printer.line(address);
      if (print === true || !session.terminal.interactive) return;
      const { default: openBrowser } = await import('open');
      const browser = await openBrowser(address);
      // The address is printed above, for machines without a browser.
      browser.on('error', () => undefined);
    });
}

async function findAddress({ pitanga, account }: Session, id: string | undefined): Promise<string> {
  const { id: storeId, devMode } = await pitanga.store.get();
  const home = `${account.url}/dashboard/${storeId}/${devMode ? 'test' : 'live'}`;
  if (id === undefined) return home;
  const record = await findRecord(pitanga, id);
  if (record.kind !== 'REFUND') return home + pages[record.kind] + encodeURIComponent(record.id);
  // A refund is on the page of what it was asked for with.
  const { originalId } = await pitanga.refunds.get(id);
  const original = await findRecord(pitanga, originalId);
  return original.kind === 'REFUND' ? home : home + pages[original.kind] + encodeURIComponent(originalId);
}
