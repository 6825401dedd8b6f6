import { testWalletCard } from '@pitanga/core';
import { walletNames } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import { readWalletForm } from '../forms/form-input';
import { walletPayer } from './asked-payer';
import { chargeCard } from './pay-actions';
import type { Exchange, Visit } from './pay-visit';
import { noNumber } from './visit-card';

/** The form of a wallet's button: a card of which the browser gives the provider's id alone. */
export function payByWallet(exchange: Exchange, visit: Visit): Promise<FastifyReply> {
  const { query, body } = exchange.request;
  const named = walletNames.find((name) => name === (query as Readonly<Record<string, unknown>>)['wallet']);
  // Of the simulated provider, where a button stands for the wallet.
  const testCard = visit.checkout.devMode && named ? testWalletCard(named) : undefined;
  const { lastFour, email, cellphone, ...card } = readWalletForm(body, walletPayer(visit), testCard);
  const whole = { ...noNumber, ...card, installmentCount: 1 };
  return chargeCard(exchange, visit, { card: whole, lastFour, contact: { email, cellphone } });
}
