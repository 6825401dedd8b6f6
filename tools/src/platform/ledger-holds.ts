import { LedgerServiceDefinition } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { createRpcClient } from '@pitanga/rpc';

/** The holds of the ledger by gRPC, as payouts and billing ask for them. */
export interface LedgerHolds {
  /** @throws AppError as the ledger answers it, or of the way to it */
  reserve(holdId: string, amountCents: number): Promise<void>;
  /** @throws AppError as the ledger answers it, or of the way to it */
  release(holdId: string): Promise<void>;
  close(): void;
}

/**
 * @param address `host:port` of a ledger, or of a way to it
 * @param now of each request
 */
export function openLedgerHolds(address: string, tenant: Tenant, now: () => Date): LedgerHolds {
  const client = createRpcClient(LedgerServiceDefinition, { address });
  const context = (holdId: string) => ({ requestId: `req_${holdId}` });
  return {
    reserve: async (holdId, amountCents) => {
      const hold = { tenant, holdId, purpose: 'HOLD_PURPOSE_WITHDRAW' as const, occurredAt: now() };
      await client.reserveHold({ ...hold, amountCents: cents(amountCents), feeCents: cents(0) }, context(holdId));
    },
    release: async (holdId) => {
      await client.releaseHold({ tenant, holdId, occurredAt: now() }, context(holdId));
    },
    close: () => {
      client.close();
    },
  };
}
