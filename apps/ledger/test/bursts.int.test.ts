import { LedgerServiceDefinition } from '@pitanga/contracts';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { aTenant, burst, burstReadMsMax, startBeforeAll, testIds } from '@pitanga/testing';
import { aFundedStore, noon } from './fixtures';
import { startLedger } from './ledger-harness';

const context = { requestId: 'req_burst' };
const ledger = startBeforeAll(startLedger);
let client: RpcClient<LedgerServiceDefinition>;

beforeAll(() => {
  const address = `127.0.0.1:${String(ledger.port)}`;
  client = createRpcClient(LedgerServiceDefinition, { address, deadlineMs: 60_000 });
});
afterAll(() => {
  client.close();
});

describe('many at once keep no connection from others and wait for none:', () => {
  test('holds of one store, their ends, and advances', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const holds = Array.from({ length: 24 }, () => testIds.next('payout', noon));
    const besideARead = (write: (holdId: string, index: number) => Promise<unknown>) =>
      burst(
        (index) => write(holds[index]!, index),
        () => client.getBalance({ tenant: aTenant() }, context),
      );
    const none = { description: undefined, externalId: undefined, charge: undefined, customer: undefined };
    const money = { purpose: 'HOLD_PURPOSE_WITHDRAW', amountCents: 100, feeCents: 0, occurredAt: noon } as const;
    const reserve = (holdId: string) => client.reserveHold({ tenant, holdId, ...money, ...none }, context);
    const end = (holdId: string, index: number) =>
      client[index % 2 === 0 ? 'settleHold' : 'releaseHold']({ tenant, holdId, occurredAt: noon }, context);
    const advance = (advanceId: string) => client.advanceParts({ tenant, advanceId, amountCents: undefined }, context);
    const bursts = [
      await besideARead(reserve),
      await besideARead(reserve),
      await besideARead(end),
      await besideARead(advance),
    ];
    expect(bursts.map(({ outcomes }) => outcomes)).toEqual([['OK'], ['OK'], ['OK'], ['NOTHING_TO_ADVANCE']]);
    expect(Math.max(...bursts.map(({ readMs }) => readMs))).toBeLessThan(burstReadMsMax);
    expect((await client.getBalance({ tenant }, context)).availableCents).toBe(10_000 - 12 * 100);
  });
});
