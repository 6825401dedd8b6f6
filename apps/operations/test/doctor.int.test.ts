import { systemClock } from '@pitanga/core';
import { openTransaction, type Db } from '@pitanga/database';
import { appendAudit } from '@pitanga/gateway';
import { selectableStates, testIds } from '@pitanga/testing';
import { crossChecks, pairChecks } from '../src/doctor/cross-checks';
import type { Databases } from '../src/doctor/databases';
import { examine, findLasting, report } from '../src/doctor/examination';
import { serviceNames, type ServiceName } from '../src/platform/services';
import { anAccountOf, closeDatabases, openDatabases } from './doctor-stores';

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases();
});
afterAll(closeDatabases);

/** The rules across services that are broken. */
async function broken(seen = databases): Promise<readonly string[]> {
  const findings = await examine(seen, 0);
  return findings.filter(({ where, violations }) => where === 'all' && violations.length > 0).map(({ check }) => check);
}

/** Plants damage in one service's database past triggers and foreign keys, asks, and takes it back. */
async function violatedInvariants(
  service: ServiceName,
  damage: (db: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  const tx = await openTransaction(databases[service]);
  try {
    await tx.raw('set local session_replication_role = replica');
    await damage(tx);
    return await broken({ ...databases, [service]: tx });
  } finally {
    await tx.rollback();
  }
}

interface Case {
  readonly name: string;
  /** The check that finds it. */
  readonly check: string;
  readonly service: ServiceName;
  readonly damage: (db: Db) => Promise<unknown>;
}

const cases: readonly Case[] = [
  {
    name: 'a paid charge was not booked',
    check: 'charges_are_captured',
    service: 'ledger',
    damage: (db) => db('journals').where({ id: 'capture:char_1' }).delete(),
  },
  {
    name: 'a charge was booked twice',
    check: 'charges_are_captured',
    service: 'ledger',
    damage: (db) => db('journals').where({ id: 'capture:char_1' }).update({ reference_id: 'char_2' }),
  },
  {
    name: 'another amount was booked',
    check: 'charges_are_captured',
    service: 'ledger',
    damage: (db) => db('entries').where({ journal_id: 'capture:char_1', line: 1 }).update({ amount_cents: -9_999 }),
  },
  {
    name: 'a booked charge is not paid',
    check: 'charges_are_captured',
    service: 'billing',
    damage: (db) => db('charges').where({ id: 'char_1' }).update({ status: 'EXPIRED' }),
  },
  {
    name: 'a top-up was booked as a sale',
    check: 'charges_are_captured',
    service: 'ledger',
    damage: (db) => db('journals').where({ id: 'top_up:char_5' }).update({ kind: 'charge.captured' }),
  },
  {
    name: 'a refund came back while its money is held',
    check: 'refunds_are_held',
    service: 'ledger',
    damage: (db) => db('holds').where({ id: 'ref_2' }).update({ state: 'HELD' }),
  },
  {
    name: 'a refund on its way lost its hold',
    check: 'refunds_are_held',
    service: 'ledger',
    damage: (db) => db('holds').where({ id: 'ref_3' }).delete(),
  },
  {
    name: 'less is held than goes back',
    check: 'refunds_are_held',
    service: 'ledger',
    damage: (db) => db('holds').where({ id: 'ref_3' }).update({ amount_cents: 1 }),
  },
  {
    name: 'money is held for no refund',
    check: 'refunds_are_held',
    service: 'billing',
    damage: (db) => db('refunds').where({ id: 'ref_3' }).delete(),
  },
  {
    name: 'a payout left without its hold',
    check: 'payouts_are_held',
    service: 'ledger',
    damage: (db) => db('holds').where({ id: 'tran_1' }).update({ state: 'RELEASED' }),
  },
  {
    name: 'money is held for no payout',
    check: 'payouts_are_held',
    service: 'payouts',
    damage: (db) => db('payouts').where({ id: 'tran_2' }).delete(),
  },
  {
    name: 'a payout has another fee than its hold',
    check: 'payouts_are_held',
    service: 'payouts',
    damage: (db) => db('payouts').where({ id: 'tran_2' }).update({ platform_fee_cents: 0 }),
  },
  {
    name: 'money that came back was not booked',
    check: 'payout_returns_are_booked',
    service: 'ledger',
    damage: (db) => db('holds').where({ id: 'tran_3' }).update({ returned_cents: 0 }),
  },
  {
    name: 'an overpayment was not booked',
    check: 'overpayments_are_booked',
    service: 'ledger',
    damage: (db) => db('overpayments').delete(),
  },
  {
    name: 'a Pix without a charge was not booked',
    check: 'key_payments_are_booked',
    service: 'ledger',
    damage: (db) => db('key_payments').delete(),
  },
  {
    name: 'a lost dispute is open',
    check: 'disputes_are_booked',
    service: 'ledger',
    damage: (db) => db('disputes').update({ state: 'OPEN' }),
  },
  {
    name: 'a subscription runs without an agreement',
    check: 'subscriptions_are_agreed',
    service: 'billing',
    damage: (db) => db('agreements').update({ status: 'ENDED' }),
  },
  {
    name: 'billing does not know a store',
    check: 'stores_are_known_to_billing',
    service: 'billing',
    damage: (db) => db('store_settings').delete(),
  },
  {
    name: 'payouts does not know a store',
    check: 'stores_are_known_to_payouts',
    service: 'payouts',
    damage: (db) => db('store_settings').delete(),
  },
  {
    name: 'the provider owes another sum',
    check: 'clearing_is_owed',
    service: 'ledger',
    damage: (db) => db('balances').where({ account: 'provider_clearing' }).increment('balance_cents', 1),
  },
  {
    name: 'a clock was left behind',
    check: 'clocks_are_the_same',
    service: 'webhooks',
    damage: (db) => db('store_clocks').delete(),
  },
  {
    name: 'nobody said whose an account is',
    check: 'accounts_have_owners',
    service: 'payouts',
    damage: (db) => anAccountOf(db, 'payout_accounts'),
  },
];

describe('the doctor', () => {
  it('finds nothing across services that agree', async () => {
    expect(await broken()).toEqual([]);
  });

  it.each(cases)('finds that $name', async ({ check, service, damage }) => {
    expect(await violatedInvariants(service, damage)).toContain(check);
  });

  it('proves each of its rules to see a violation', () => {
    expect(new Set(cases.map(({ check }) => check))).toEqual(new Set(crossChecks.map(({ name }) => name)));
  });

  it('knows what to expect beside every state that a row of either side can have, and of no other', async () => {
    const reached = new Map<object, Set<string>>();
    for (const { name, left, right, expected } of pairChecks) {
      const states = await selectableStates(databases[left.service], left.sql);
      const known = reached.get(expected) ?? new Set(['ABSENT']);
      reached.set(expected, new Set([...known, ...states]));
      const beside = new Set(Object.values(expected).flat());
      const rights = await selectableStates(databases[right.service], right.sql);
      const unexpected = [
        ...[...states].filter((state) => expected[state] === undefined),
        ...[...rights].filter((state) => !beside.has(state)),
      ];
      expect({ name, unexpected }).toEqual({ name, unexpected: [] });
    }
    for (const [expected, known] of reached)
      expect(Object.keys(expected).filter((state) => known.size > 1 && !known.has(state))).toEqual([]);
  });

  it('takes what is on its way from one service to the next for no violation', async () => {
    const looks = [
      ['char_1', 'char_2'],
      ['char_2', 'char_3'],
      ['char_2', 'char_4'],
    ];
    const find = () => Promise.resolve((looks.shift() ?? []).map((about) => ({ about, text: about })));
    expect(await findLasting({ name: 'x', find }, databases, 0)).toEqual([{ about: 'char_2', text: 'char_2' }]);
    looks.push(['char_1'], []);
    expect(await findLasting({ name: 'x', find }, databases, 0)).toEqual([]);
  });

  it('asks every service for its own rules and says it all in a table', async () => {
    const findings = await examine(databases, 0);
    expect(new Set(findings.map(({ where }) => where))).toEqual(new Set([...serviceNames, 'all']));
    const text = report([
      { where: 'ledger', check: 'journals_balance', violations: [] },
      { where: 'all', check: 'charges_are_captured', violations: Array.from({ length: 7 }, (_, index) => `v${index}`) },
    ]);
    expect(text).toMatch(/^ledger +journals_balance +ok\nall +charges_are_captured +7 violations\n/);
    expect(text).toContain('    v4\n    … and 2 more\n\n2 checks: 1 broken.');
  });
});

describe('the audit log', () => {
  it('is whole, and an entry that was changed past its triggers is found', async () => {
    const tx = await openTransaction(databases.gateway);
    try {
      const inside = { db: tx, clock: systemClock, ids: testIds };
      for (const id of ['one', 'two', 'three']) {
        const act = { actor: { kind: 'OPERATOR', id: 'ana' }, action: 'store.updated', requestId: 'req_1' } as const;
        await appendAudit(inside, { storeId: 'store_doctor' }, { ...act, target: { type: 'store', id } });
      }
      const breaks = async () => {
        const findings = await examine({ ...databases, gateway: tx }, 0);
        return findings.find(({ check }) => check === 'audit_log_is_whole')?.violations;
      };
      expect(await breaks()).toEqual([]);
      await tx.raw('set local session_replication_role = replica');
      await tx('audit_log').where({ chain: 'store_doctor', seq: 2 }).update({ actor_id: 'bia' });
      expect(await breaks()).toEqual(['entry 2 of the chain store_doctor does not have the content of its hash']);
    } finally {
      await tx.rollback();
    }
  });
});
