import type { Command } from 'commander';
import { Option } from 'commander';
import type { Pitanga } from '@pitanga-pay/sdk';
import { wrongUse } from '../failure';
import type { OpenSession } from '../session';
import { findRecord } from './find-record';

const methods = ['pix', 'boleto', 'card'] as const;

interface PayOptions {
  readonly method?: (typeof methods)[number];
  readonly card?: string;
}

/** Adds `pay ID`. */
export function addPayCommand(program: Command, open: OpenSession): void {
  program
    .command('pay')
    .description('Pay a charge, checkout, link or subscription checkout in test mode, as its payer would')
    .argument('<id>')
    .addOption(new Option('--method <method>', 'the first accepted one when left out').choices(methods))
    .option('--card <number>', 'a test card, for a checkout by card')
    .action(async (id: string, options: PayOptions) => {
      const { pitanga, printer, account } = await open();
      if (account.isProduction)
        throw wrongUse('Only test mode simulates payments.', 'Use a key that begins with pit_dev_.');
      printer.answer(await pay(pitanga, id, options));
    });
}

async function pay(pitanga: Pitanga, id: string, { method: word, card }: PayOptions): Promise<unknown> {
  const method = word?.toUpperCase() as 'PIX' | 'BOLETO' | 'CARD' | undefined;
  const asked = { ...(method === undefined ? {} : { method }), ...(card === undefined ? {} : { cardNumber: card }) };
  const { kind } = await findRecord(pitanga, id);
  switch (kind) {
    case 'CHARGE':
      return await payCharge(pitanga, id, method, asked);
    case 'CHECKOUT':
      return await pitanga.checkouts.simulatePayment({ id, ...asked });
    case 'PAYMENT_LINK':
      return await pitanga.paymentLinks.simulatePayment({ id, ...asked });
    case 'SUBSCRIPTION_CHECKOUT':
      return await pitanga.subscriptions.checkouts.simulatePayment({ id, ...asked });
    default:
      throw wrongUse(
        `${id} is not something to pay.`,
        'Give the id of a charge, checkout, link or subscription checkout.',
      );
  }
}

/** A charge of a checkout is paid through that. */
async function payCharge(
  pitanga: Pitanga,
  id: string,
  method: 'PIX' | 'BOLETO' | 'CARD' | undefined,
  asked: object,
): Promise<unknown> {
  const { origin, checkoutId } = await pitanga.charges.get(id);
  if (origin === 'TRANSPARENT' || checkoutId === null)
    return await pitanga.charges.simulatePayment({ id, ...(method === undefined ? {} : { method }) });
  const input = { id: checkoutId, ...asked };
  if (origin === 'PAYMENT_LINK') return await pitanga.paymentLinks.simulatePayment(input);
  if (origin === 'SUBSCRIPTION') return await pitanga.subscriptions.checkouts.simulatePayment(input);
  return await pitanga.checkouts.simulatePayment(input);
}
