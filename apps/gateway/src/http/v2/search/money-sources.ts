import type { Payout } from '@pitanga/contracts';
import { orAbsent } from '@pitanga/core';
import * as records from '@pitanga/records';
import { page, type Source } from './source';

export const refunds: Source = {
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.refunds.listRefunds({ tenant, page, id: text }, context);
    return found.refunds.map(records.refundRecord).map(({ id, reason: title, status, amount, createdAt }) => {
      return { kind: 'REFUND', id, title, status, amount, createdAt };
    });
  },
};

export const disputes: Source = {
  permission: 'DISPUTE:READ',
  find: async ({ clients, tenant, text, context }) => {
    const answer = await orAbsent(clients.disputes.getDispute({ tenant, id: text }, context));
    if (!answer?.dispute) return [];
    const { id, chargeId: title, status, amount, openedAt } = records.disputeRecord(answer.dispute);
    return [{ kind: 'DISPUTE', id, title, status, amount, createdAt: openedAt }];
  },
};

export const payouts = (key: 'id' | 'externalId'): Source => ({
  permission: 'WITHDRAW:READ',
  find: async ({ clients, tenant, text, context }) => {
    const ofKind = async (kind: Payout['kind']) =>
      (await clients.payouts.listPayouts({ tenant, page, kind, [key]: text }, context)).payouts;
    const found = [...(await ofKind('PAYOUT_KIND_WITHDRAW')), ...(await ofKind('PAYOUT_KIND_TRANSFER'))];
    return found.map(records.payoutRecord).map(({ id, kind, externalId: title, status, amount, createdAt }) => {
      return { kind: kind === 'WITHDRAW' ? 'PAYOUT' : 'TRANSFER', id, title, status, amount, createdAt };
    });
  },
});

/** By its end-to-end id or its payer, too. */
export const keyPayments: Source = {
  permission: 'BANK_STATEMENT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const asked = { tenant, page, search: text, byOperator: false };
    const found = await clients.keyPayments.listKeyPayments(asked, context);
    return found.keyPayments.map(records.keyPaymentRecord).map(({ id, payer, status, amount, receivedAt }) => {
      return { kind: 'KEY_PAYMENT', id, title: payer.name, status, amount, createdAt: receivedAt };
    });
  },
};

export const statementEntries: Source = {
  permission: 'BANK_STATEMENT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const asked = { tenant, page, kinds: [], id: text, knowsTed: true };
    const { entries } = await clients.ledger.listStatement(asked, context);
    return entries.map(records.statementRecord).map(({ id, description: title, status, movements, createdAt }) => {
      return { kind: 'STATEMENT_ENTRY', id, title, status, amount: movements[0]?.amount ?? null, createdAt };
    });
  },
};

export const advances: Source = {
  permission: 'WITHDRAW:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.ledger.listAdvances({ tenant, page, id: text }, context);
    return found.advances.map(records.advanceRecord).map(({ id, amount, createdAt }) => {
      return { kind: 'ADVANCE', id, title: null, status: null, amount, createdAt };
    });
  },
};
