import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import {
  aPaidBoleto,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  inShort,
  noon,
  platformMoney,
  statementOf,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { chargeContext } from '../charges/capture';
import { receiveOverpayment, returnOverpayment, type OverpaymentInput } from './book-overpayments';

const ledger = startBeforeAll(startLedger);

function anOverpayment(tenant: Tenant): OverpaymentInput {
  const charge = aPaidBoleto(tenant);
  return {
    tenant,
    refundId: testIds.next('refund', noon),
    chargeId: charge.chargeId,
    amountCents: cents(7_000),
    occurredAt: noon,
    context: chargeContext(charge),
  };
}

async function linesOf(tenant: Tenant): Promise<readonly string[]> {
  return (await statementOf(ledger.db, tenant)).map(inShort);
}

describe('an overpayment', () => {
  it('waits in suspense, shows as a PENDING payment, and never belongs to the store', async () => {
    const tenant = aTenant();
    const overpayment = anOverpayment(tenant);
    await receiveOverpayment(ledger.deps, overpayment);
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 0, 0]);
    expect(await platformMoney(ledger.db, tenant, 'suspense')).toBe(7_000);
    expect(await linesOf(tenant)).toEqual(['PAYMENT PENDING NONE 7000']);
    const { refundId, chargeId } = overpayment;
    const [line] = await statementOf(ledger.db, tenant);
    expect(line).toMatchObject({ referenceId: refundId, chargeId, method: 'BOLETO' });
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('returned, leaves nothing in suspense and both statement entries COMPLETE', async () => {
    const tenant = aTenant();
    const overpayment = anOverpayment(tenant);
    await receiveOverpayment(ledger.deps, overpayment);
    await returnOverpayment(ledger.deps, { ...overpayment, occurredAt: daysAfterNoon(1) });
    expect(await platformMoney(ledger.db, tenant, 'suspense')).toBe(0);
    expect(await platformMoney(ledger.db, tenant, 'provider_clearing')).toBe(0);
    expect(await linesOf(tenant)).toEqual(['PAYMENT COMPLETE NONE 7000', 'REFUND COMPLETE NONE 7000']);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('is posted once, however often and in whatever order its events arrive', async () => {
    const tenant = aTenant();
    const overpayment = anOverpayment(tenant);
    await returnOverpayment(ledger.deps, overpayment);
    expect(await linesOf(tenant)).toHaveLength(2);
    await receiveOverpayment(ledger.deps, overpayment);
    const steps = [
      () => receiveOverpayment(ledger.deps, overpayment),
      () => returnOverpayment(ledger.deps, overpayment),
    ];
    await Promise.all(Array.from({ length: 8 }, () => steps.map((step) => step())).flat());
    expect(await linesOf(tenant)).toHaveLength(2);
    expect(await platformMoney(ledger.db, tenant, 'suspense')).toBe(0);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});
