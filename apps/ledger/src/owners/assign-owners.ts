import { cents, subtractCents, sumCents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { storeAccounts, type Account } from '../balances/account';
import { lockBalances } from '../balances/balance-repository';
import { postJournals } from '../booking/post-journals';
import type { Deps } from '../deps';
import { move, type Entry, type Journal } from '../journals/journal';
import { findAssigned, findUnownedMoney, type MoneyRoute } from './unowned-money';

export interface Assignment {
  readonly account: Account;
  /** What becomes the operator's of it; less than zero: what does so no longer. */
  readonly changeCents: Cents;
}

/**
 * Makes money the operator's that came by accounts of the operator and was booked without an owner, by two journals that
 * together change no balance. A repeat changes nothing; with other routes, or after more was booked, only the difference.
 */
export async function assignToOperator(
  deps: Deps,
  tenant: Tenant,
  routes: readonly MoneyRoute[],
): Promise<readonly Assignment[]> {
  return transact(deps, async (tx) => {
    // No journal of the store comes in between: each changes one of them.
    await lockBalances(
      tx.db,
      storeAccounts.map((account) => ({ tenant, account })),
    );
    const money = (await findUnownedMoney(tx.db, tenant)).filter(({ route }) => routes.includes(route));
    const before = await findAssigned(tx.db, tenant);
    const changes = storeAccounts.flatMap((account): Assignment[] => {
      const wanted = sumCents(...money.filter((of) => of.account === account).map(({ amountCents }) => amountCents));
      const changeCents = subtractCents(wanted, before.get(account) ?? zeroCents);
      return changeCents === 0 ? [] : [{ account, changeCents }];
    });
    if (changes.length > 0)
      await postJournals(tx, planAssignment(tenant, changes, tx.clock.now(tenant), tx.ids.token(20)));
    return changes;
  });
}

function planAssignment(
  tenant: Tenant,
  changes: readonly Assignment[],
  occurredAt: Date,
  token: string,
): readonly Journal[] {
  const base = { tenant, kind: 'owner.assigned', referenceId: token, occurredAt, statement: undefined } as const;
  const entries = (sign: 1 | -1): readonly Entry[] =>
    changes.flatMap(({ account, changeCents }) => {
      const amount = changeCents * sign;
      return amount > 0
        ? move('provider_clearing', account, cents(amount))
        : move(account, 'provider_clearing', cents(-amount));
    });
  return [
    { ...base, id: `owner:${token}:operator`, owner: 'OPERATOR', entries: entries(1) },
    { ...base, id: `owner:${token}:rest`, owner: undefined, entries: entries(-1) },
  ];
}
