import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { aPaidBoleto, aPaidCard, aPaidPix, daysAfterNoon, fund, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { reconcileWith } from '../../test/reconciled';
import { closeDispute } from '../booking/book-disputes';
import { reserveHold, settleHold } from '../../test/holds';
import { chargeContext } from '../charges/capture';
import { captureCharges } from '../booking/capture-charges';
import { receiveOverpayment, returnOverpayment } from '../booking/book-overpayments';
import { runReconcile } from './reconcile-program';

const ledger = startBeforeAll(startLedger);

const reconciled = (tenant: Tenant, lines: readonly string[], ...more: readonly string[]) =>
  reconcileWith(ledger.url, tenant, lines, more);

/** Everything that moves money between a provider and us; the lines of its file. */
async function aBusyStore(tenant: Tenant): Promise<readonly string[]> {
  const [pix, boleto, card, disputed] = [
    aPaidPix(tenant),
    aPaidBoleto(tenant),
    aPaidCard(tenant, { occurredAt: daysAfterNoon(1) }),
    aPaidPix(tenant),
  ];
  await captureCharges(ledger.deps, [pix, boleto, card, disputed]);
  const refund = { holdId: testIds.next('refund', noon), occurredAt: daysAfterNoon(2) };
  const money = { feeCents: cents(0), description: undefined };
  await reserveHold(ledger.deps, tenant, {
    ...refund,
    ...money,
    purpose: 'REFUND',
    amountCents: boleto.amountCents,
    charge: boleto,
  });
  await settleHold(ledger.deps, tenant, refund);
  const payout = { holdId: testIds.next('payout', noon), occurredAt: noon };
  await reserveHold(ledger.deps, tenant, { ...payout, ...money, purpose: 'WITHDRAW', amountCents: cents(500) });
  await settleHold(ledger.deps, tenant, payout);
  const disputeId = testIds.next('dispute', noon);
  await closeDispute(
    ledger.deps,
    { disputeId, charge: disputed, amountCents: disputed.amountCents, occurredAt: daysAfterNoon(3) },
    'LOST',
  );
  const over = { tenant, refundId: testIds.next('refund', noon), chargeId: pix.chargeId, amountCents: cents(700) };
  await receiveOverpayment(ledger.deps, { ...over, context: chargeContext(pix), occurredAt: noon });
  await returnOverpayment(ledger.deps, { ...over, context: chargeContext(pix), occurredAt: daysAfterNoon(1) });
  return [
    `${pix.chargeId},PIX,PAYMENT,10000,2026-11-20`,
    `${boleto.chargeId},BOLETO,PAYMENT,10000,2026-11-20`,
    `${card.chargeId},CARD,PAYMENT,10000,2026-11-21`,
    `${disputed.chargeId},PIX,PAYMENT,10000,2026-11-20`,
    `${refund.holdId},BOLETO,REFUND,10000,2026-11-22`,
    `${payout.holdId},,PAYOUT,500,2026-11-20`,
    `${disputeId},PIX,CHARGEBACK,10000,2026-11-23`,
    `${over.refundId},PIX,OVERPAYMENT,700,2026-11-20`,
    `${over.refundId},PIX,OVERPAYMENT_RETURN,700,2026-11-21`,
  ];
}

describe('reconciling the ledger with a settlement file', () => {
  it('agrees with a file of every movement, and with no other store’s or environment’s', async () => {
    const tenant = aTenant();
    const lines = await aBusyStore(tenant);
    await fund(ledger.deps, aTenant(), 1_000);
    const { agrees, printed } = await reconciled(tenant, lines);
    expect(printed[1]).toBe('9 agree, 0 missing, 0 extra, 0 different');
    expect(agrees).toBe(true);
    const other = await reconciled({ ...tenant, devMode: false }, lines);
    expect([other.agrees, other.printed[1]]).toEqual([false, '0 agree, 0 missing, 9 extra, 0 different']);
  });

  it('leaves out what the ledger has of methods that a provider does not take, and nothing of those that it takes', async () => {
    const tenant = aTenant();
    const lines = (await aBusyStore(tenant)).filter((line) => /,(CARD|BOLETO),/.test(line));
    const only = await reconciled(tenant, lines, '--methods', 'CARD,BOLETO');
    expect([only.agrees, only.printed[1]]).toEqual([true, '3 agree, 0 missing, 0 extra, 0 different']);
    const lacking = await reconciled(tenant, [lines[0]!, lines[2]!], '--methods', 'CARD,BOLETO');
    expect([lacking.agrees, lacking.printed[1]]).toEqual([false, '2 agree, 1 missing, 0 extra, 0 different']);
    await expect(reconciled(tenant, lines, '--methods', 'CARD,CASH')).rejects.toThrow('usage');
  });

  it('names each planted difference', async () => {
    const tenant = aTenant();
    const [pix, boleto, card, ...rest] = await aBusyStore(tenant);
    const idOf = (line = ''): string => line.split(',')[0] ?? '';
    const settled = [
      pix!.replace('10000', '9999'),
      card!.replace('2026-11-21', '2026-11-22'),
      ...rest,
      'pix_char_unknown,PIX,PAYMENT,5,2026-11-21',
    ];
    const { agrees, printed } = await reconciled(tenant, settled);
    expect(agrees).toBe(false);
    expect(printed.slice(1)).toEqual([
      '6 agree, 1 missing, 1 extra, 2 different',
      `missing    PAYMENT ${idOf(boleto)} BOLETO 10000 2026-11-20`,
      'extra      PAYMENT pix_char_unknown PIX 5 2026-11-21',
      `different  ledger PAYMENT ${idOf(pix)} PIX 10000 2026-11-20, file PAYMENT ${idOf(pix)} PIX 9999 2026-11-20`,
      `different  ledger PAYMENT ${idOf(card)} CARD 10000 2026-11-21, file PAYMENT ${idOf(card)} CARD 10000 2026-11-22`,
    ]);
  });

  it('reads the file from standard input, as in a pod, and exits with 1 when they differ', async () => {
    const tenant = aTenant();
    const lines = ['reference,method,type,amount,date', ...(await aBusyStore(tenant))];
    const piped = async (input: string) => {
      const main = join(__dirname, '../main.ts');
      const options = ['reconcile', '--file', '-', '--store', tenant.storeId, '--env', 'dev'];
      const env = { PATH: process.env['PATH'], DATABASE_URL: ledger.url };
      const child = spawn(process.execPath, ['--require', 'tsx/cjs', main, ...options], { env, stdio: 'pipe' });
      // It may end before it has read everything.
      child.stdin.on('error', () => undefined).end(input);
      const [[code], out, error] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
      return { code: code as unknown, out, error };
    };
    const agreed = await piped(lines.join('\n'));
    expect({ ...agreed, out: agreed.out.split('\n')[1] }).toEqual({
      code: 0,
      out: '9 agree, 0 missing, 0 extra, 0 different',
      error: '',
    });
    const other = await piped(lines.slice(0, -1).join('\n'));
    expect([other.code, other.out.split('\n')[1]]).toEqual([1, '8 agree, 1 missing, 0 extra, 0 different']);
    const tooLong = 'Standard input is longer than 8388608 bytes\n';
    expect(await piped('x'.repeat(9_000_000))).toEqual({ code: 1, out: '', error: tooLong });
  }, 300_000);

  it('reports a store that the ledger does not have', async () => {
    const { agrees, printed } = await reconciled(aTenant(), ['pix_char_1,PIX,PAYMENT,10000,2026-11-20']);
    expect(agrees).toBe(false);
    expect(printed.at(-1)).toMatch(/^the ledger knows nothing of store_\S+ \(dev\): is that its id\?$/);
  });

  it('requires a file with lines, a store and an environment', async () => {
    const run = (args: string[]) => runReconcile(ledger.url, args, () => undefined);
    await expect(run(['--file', 'x.csv', '--store', 'store_1', '--env', 'test'])).rejects.toThrow('usage: reconcile');
    await expect(run(['--store', 'store_1', '--env', 'dev'])).rejects.toThrow('usage: reconcile');
    await expect(reconciled(aTenant(), [])).rejects.toThrow('has no lines');
  });
});
