import { addDays, cents } from '@pitanga/core';
import { seeded } from '@pitanga/testing';
import { requireAutomaticPix } from '../src/charging/provider-for';
import { automaticPixTests } from './automatic-pix-tests';
import { call, readEvents } from './billing-harness';

const { at, bank, pix, rows, seen, anAuthorized } = automaticPixTests();

describe('taking a cycle back', () => {
  test('cancels it at the bank before its day, and the next attempt is another charge', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(6);
    expect((await pix.voids(tenant, id)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    expect((await pix.voids(tenant, id)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    expect(pix.cobrs(id)).toMatchObject([{ status: 'CANCELADA' }]);
    await expect(pix.charge(tenant, id)).rejects.toMatchObject({ reason: 'ATTEMPT_VOIDED' });
    await pix.charge(tenant, id, 2, 2);
    expect(pix.cobrs(id).map(({ status }) => status)).toEqual(['CANCELADA', 'ATIVA']);
  });

  test('is refused from its day on, without further calls, and then has the outcome', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    const refused = { kind: 'UNAVAILABLE', reason: 'CYCLE_AT_BANK' };
    await expect(pix.voids(tenant, id)).rejects.toMatchObject(refused);
    const before = seen(/cobr/);
    await expect(pix.voids(tenant, id)).rejects.toMatchObject(refused);
    expect(seen(/cobr/)).toBe(before);
    await pix.atBank(id, (books, txid) => books.collect(txid));
    expect(await pix.voids(tenant, id)).toMatchObject({
      outcome: 'ATTEMPT_OUTCOME_PAID',
      cycle: { charge: { status: 'CHARGE_STATUS_PAID' } },
    });
  });

  test('that crosses a payment or a failure nobody has read has that outcome', async () => {
    for (const [deed, outcome] of [
      ['collect', 'ATTEMPT_OUTCOME_PAID'],
      ['expire', 'ATTEMPT_OUTCOME_FAILED'],
    ] as const) {
      const { tenant, id } = await anAuthorized();
      await pix.charge(tenant, id);
      pix.books()[deed](pix.cobrs(id)[0]?.txid ?? '');
      expect((await pix.voids(tenant, id)).outcome).toBe(outcome);
    }
  });

  test('of a retry works until the bank was asked for it', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    await pix.failDay(id);
    bank().failNext(50);
    await expect(pix.charge(tenant, id, 2, 1)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    bank().failNext(0);
    at().clock.advance(31_000);
    expect((await pix.voids(tenant, id, 2)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    expect(pix.cobrs(id)[0]?.tentativas).toHaveLength(1);
  });

  test('before the bank has it leaves nothing there, even if the request arrives afterwards', async () => {
    const { tenant, id } = await anAuthorized();
    const provider = await requireAutomaticPix(at().deps, tenant);
    bank().failNext(50);
    await expect(pix.charge(tenant, id)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    bank().failNext(0);
    at().clock.advance(31_000);
    expect((await pix.voids(tenant, id)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    const [debit] = (await rows('pix_debits', tenant)) as { txid: string; authorization_id: string }[];
    const order = { txid: debit?.txid ?? '', authorizationId: debit?.authorization_id ?? '' };
    await provider.createDebit({ ...order, amountCents: cents(5_000), day: addDays(pix.today(), 7) });
    at().clock.advance(180_000);
    await pix.drain();
    expect(pix.cobrs(id)).toMatchObject([{ status: 'CANCELADA' }]);
  });

  test('when the payer ends the authorisation, the bank has ended it already', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.books().end(pix.recOf(id).idRec, 'CANCELADA');
    await bank().tell('rec', pix.recOf(id).idRec);
    await pix.drain();
    expect((await readEvents(at(), tenant)).map(({ type }) => type)).toContain('agreement.revoked');
    expect((await pix.voids(tenant, id)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    await expect(pix.charge(tenant, id, 2)).rejects.toMatchObject({ reason: 'AGREEMENT_ENDED' });
    await at().agreements.endAgreement({ tenant, subscriptionId: id }, call());
  });
});

describe('any order of calls, days, answers and callbacks', () => {
  /** What a bank or a payer may do about the newest charge, if it can. */
  const deeds = [
    (txid: string) => pix.books().collect(txid),
    (txid: string) => pix.books().collect(txid),
    (txid: string) => pix.books().refuseTry(txid, 'AM02'),
    (txid: string) => pix.books().refuseTry(txid, 'AM02'),
    (txid: string) => pix.books().refuseTry(txid, 'AC05'),
    (txid: string) => pix.books().expire(txid),
  ];

  test.each([11, 12, 13, 14, 15, 16, 17, 18])('collects a cycle at most once (seed %s)', async (seed) => {
    const random = seeded(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const { tenant, id } = await anAuthorized();
    const [first] = (await rows('charges', tenant).select('id')) as { id: string }[];
    let number = 1;
    let voided = false;
    const ended = async (): Promise<boolean> => {
      const where = { subscription_id: id };
      const attempts = (await rows('cycle_attempts', tenant)
        .where(where)
        .select('attempt_id', 'charge_id', 'voided_at')) as {
        attempt_id: string;
        voided_at: Date | null;
        charge_id: string | null;
      }[];
      const own = attempts.find(({ attempt_id }) => attempt_id === `${id}:1:${String(number)}`);
      const [charge] = (await rows('charges', tenant).where({ id: own?.charge_id ?? '' })) as { status: string }[];
      return own?.voided_at != null || charge?.status === 'FAILED' || charge?.status === 'CANCELLED';
    };
    const ignore = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
    const bankActs = (): void => {
      const { txid, status } = pix.cobrs(id).at(-1) ?? {};
      try {
        if (txid !== undefined && status === 'ATIVA') pick(deeds)(txid);
      } catch {
        // It has no open try.
      }
    };
    const takeBack = async (): Promise<void> => {
      const result = await pix.voids(tenant, id, number).catch(() => undefined);
      voided ||= result?.outcome === 'ATTEMPT_OUTCOME_VOIDED';
    };
    for (let turn = 0; turn < 80; turn += 1) {
      const step = pick<() => unknown>([
        () => ignore(pix.charge(tenant, id, number, 2)),
        () => ignore(pix.charge(tenant, id, number, 2)),
        () => bankActs(),
        () => bankActs(),
        () => ignore(pix.charge(tenant, id, number, Math.floor(random() * 4))),
        // Both to their end: one that went on into later turns would send after its time was over.
        () => Promise.allSettled([pix.charge(tenant, id, number, 2), pix.charge(tenant, id, number, 2)]),
        takeBack,
        () => Promise.all([ignore(pix.charge(tenant, id, number, 2)), takeBack()]),
        async () => {
          bank().callbackTimes = Math.floor(random() * 3);
          for (const { txid } of pix.cobrs(id)) await bank().tell('cobr', txid);
          await pix.drain();
        },
        () => Promise.all([pix.drain(), pix.drain()]),
        () => {
          bank().loseAnswer(pick(['PUT', 'POST', 'PATCH', 'GET']), 'cut');
        },
        () => {
          bank().failNext(Math.floor(random() * 3));
        },
        () => {
          at().clock.advance(31_000);
        },
        () => {
          pix.passDays(pick([0.5, 1, 2]));
        },
      ]);
      await step();
      if (await ended()) number += 1;
    }
    bank().failNext(0);
    pix.passDays(1);
    for (let turn = 0; turn < 3; turn += 1) {
      for (const { txid } of pix.cobrs(id)) await bank().tell('cobr', txid);
      await pix.drain();
      at().clock.advance(180_000);
    }
    const transfers = pix.books().transfersOf(pix.recOf(id).idRec);
    const paid = (await rows('charges', tenant)
      .where({ status: 'PAID' })
      .whereNot({ id: first?.id ?? '' })) as {
      end_to_end_id: string;
    }[];
    const returned = (await rows('refunds', tenant).where({ kind: 'OVERPAYMENT' })) as unknown[];
    expect(paid.length).toBeLessThanOrEqual(1);
    // Every transfer is the cycle's payment or on its way back.
    expect(transfers).toHaveLength(paid.length + returned.length);
    // What was taken back before it was ever tried is never collected.
    const recalled = (await at()
      .db('pix_debits')
      .where('pix_debits.store_id', tenant.storeId)
      .join('charges', 'charges.id', 'pix_debits.charge_id')
      .where('charges.status', 'CANCELLED')
      .pluck('pix_debits.txid')) as string[];
    expect(transfers.filter(({ txid }) => recalled.includes(txid))).toEqual([]);
    const tombs = (await rows('cycle_attempts', tenant).whereNotNull('voided_at')) as { charge_id: string | null }[];
    for (const { charge_id } of tombs) {
      const [charge] = (await rows('charges', tenant).where({ id: charge_id ?? '' })) as { status: string }[];
      expect(charge?.status ?? 'CANCELLED').toBe('CANCELLED');
    }
    expect(voided).toBe(tombs.length > 0);
  });
});
