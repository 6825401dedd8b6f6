import { startBeforeAll } from '@pitanga/testing';
import { create, factsOf, get, runJob, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

describe('in dev mode a payout', () => {
  const after = async (changes: object, seconds: number[]) => {
    const tenant = await payouts.aStore();
    const payout = await create(payouts, tenant, changes);
    await runJob(payouts.deps);
    for (const at of seconds) {
      payouts.clock.advance(at * 1_000);
      await runJob(payouts.deps);
    }
    return { tenant, payout: await get(payouts, tenant, payout) };
  };

  test('completes after two seconds, with the id of its Pix and a receipt', async () => {
    const { tenant, payout } = await after({}, [2]);
    expect(payout).toMatchObject({
      status: 'PAYOUT_STATUS_COMPLETE',
      endToEndId: expect.stringMatching(/^E99999999\d{12}[0-9A-Za-z]{11}$/) as string,
      receiptUrl: `https://pitanga.test/receipts/payouts/${payout.id}`,
      failureReason: undefined,
      failure: undefined,
      providerCode: undefined,
    });
    expect([payouts.ledger.stateOf(payout.id), payouts.ledger.available(tenant)]).toEqual(['SETTLED', 100_000 - 5_080]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('fails when its amount ends in 13 centavos, and everything is available again', async () => {
    const { tenant, payout } = await after({ amountCents: 1_013, ...transfer }, [2]);
    expect(payout).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      endToEndId: undefined,
      receiptUrl: undefined,
      failureReason: 'REJECTED_BY_RECEIVER',
      failure: 'PAYOUT_FAILURE_REASON_REJECTED_BY_RECEIVER',
      providerCode: 'DS04',
    });
    expect([payouts.ledger.stateOf(payout.id), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.failed']);
  });

  test('comes back two seconds later when its amount ends in 16 centavos, without its fee', async () => {
    const { tenant, payout } = await after({ amountCents: 5_016 }, [2, 2]);
    expect(payout).toMatchObject({
      status: 'PAYOUT_STATUS_RETURNED',
      returnedCents: 5_016,
      endToEndId: expect.stringMatching(/^E99999999/) as string,
      receiptUrl: `https://pitanga.test/receipts/payouts/${payout.id}`,
    });
    expect([payouts.ledger.stateOf(payout.id), payouts.ledger.available(tenant)]).toEqual(['SETTLED', 100_000 - 80]);
    expect(payouts.ledger.accounts.filter(({ holdId }) => holdId === payout.id)).toEqual([]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed', 'payout.returned']);
  });

  test('that timed out after it was accepted is asked about five seconds later, and sent once', async () => {
    const { payout } = await after({ pixKey: 'timeout@example.com' }, [4.9]);
    expect(payout.status).toBe('PAYOUT_STATUS_PENDING');
    const later = await after({ pixKey: 'timeout@example.com' }, [5]);
    expect(later.payout.status).toBe('PAYOUT_STATUS_COMPLETE');
  });
});
