import { unavailable, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import type { ReadDeps } from '../deps';
import type { Orphan } from '../orphans/orphan';
import { insertOrphan } from '../orphans/orphan-repository';
import { toFailure, type MethodHealth } from '../provider/method-health';
import { providerChoice } from './refusal-cause';

/** One account that could make a new payment. */
export interface Taker<Port> {
  readonly port: Port;
  /** Absent of a simulation, and where there is nothing to choose from. */
  readonly account?: {
    readonly name: string;
    /** Identifies it at the provider. */
    readonly id: string;
    readonly owner: AccountOwner | undefined;
    readonly health: MethodHealth;
  };
}

/** At least one: the first is asked first. */
export type Takers<Port> = readonly [Taker<Port>, ...Taker<Port>[]];

interface NewPayment<Port, Names, Made> {
  readonly method: Orphan['method'];
  readonly amountCents: Cents;
  /** Of each account its own: what one may have made is never confused with what another has. */
  readonly names: (before: Names | undefined) => Names;
  /** What the account knows it by. */
  readonly reference: (names: Names) => string;
  /** Of the charge that it becomes. */
  readonly chargeId: (names: Names) => string;
  /** @param givesWay whether another account is asked where this one is not reached */
  readonly make: (port: Port, names: Names, givesWay: boolean) => Promise<Made>;
}

type TryDeps = Pick<ReadDeps, 'db' | 'clock' | 'log' | 'failover'>;

/**
 * Makes a new payment at the first account that can (docs/behaviour/providers.md#failover). What an account without an
 * answer may have made is recorded as an orphan before the next one is asked.
 * @throws AppError that of the last account, or the first that is about the payer or the amount
 */
export async function tryAccounts<Port, Names, Made>(
  deps: TryDeps,
  tenant: Tenant,
  takers: Takers<Port>,
  payment: NewPayment<Port, Names, Made>,
): Promise<{ readonly port: Port; readonly names: Names; readonly made: Made }> {
  const [first, ...others] = inTurn(takers, deps.clock.real());
  const { allMs, late } = deps.failover;
  // Where many accounts or long turns would leave the last one no time, each has its share.
  const turnMs = Math.min(deps.failover.turnMs, allMs / takers.length);
  const endMs = performance.now() + allMs;
  let taker = first;
  let names = payment.names(undefined);
  for (const next of others) {
    const attempt = payment.make(taker.port, names, true);
    try {
      return { port: taker.port, names, made: await observed(deps, taker, within(turnMs, attempt, late)) };
    } catch (error) {
      const choice = providerChoice(error);
      if (choice === 'FINAL') throw error;
      const { storeId } = tenant;
      deps.log.warn({ err: error, storeId, provider: taker.account?.name }, 'a new payment goes to the next account');
      const before = names;
      names = payment.names(before);
      if (choice === 'UNKNOWN') await noteOrphan(deps, tenant, taker, payment, { before, names });
      taker = next;
    }
  }
  const last = payment.make(taker.port, names, false);
  const made = others.length === 0 ? last : within(endMs - performance.now(), last, late);
  return { port: taker.port, names, made: await observed(deps, taker, made) };
}

/** Those that rest come last: they are asked when no other is well. */
function inTurn<Port>(takers: Takers<Port>, now: Date): Takers<Port> {
  if (takers.length === 1) return takers;
  const isResting = ({ account }: Taker<Port>): boolean => account?.health.isResting(now) ?? false;
  return [...takers.filter((taker) => !isResting(taker)), ...takers.filter(isResting)] as unknown as Takers<Port>;
}

async function observed<Port, Made>(
  { clock }: Pick<TryDeps, 'clock'>,
  { account }: Taker<Port>,
  made: Promise<Made>,
): Promise<Made> {
  if (!account) return made;
  const { health } = account;
  health.begin(clock.real());
  const startedMs = performance.now();
  try {
    const done = await made;
    health.succeeded(performance.now() - startedMs);
    return done;
  } catch (error) {
    const tookMs = performance.now() - startedMs;
    if (providerChoice(error) === 'FINAL') health.succeeded(tookMs);
    else health.failed(clock.real(), tookMs, toFailure(error));
    throw error;
  }
}

/** A call that takes longer is not ended, and what it makes is an orphan. */
async function within<Made>(ms: number, made: Promise<Made>, late: Set<Promise<unknown>>): Promise<Made> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const end = (): void => void late.delete(ended);
    const ended = made.then(end, end);
    late.add(ended);
    reject(unavailable('The provider did not answer in time', 'PROVIDER_SLOW'));
  }, ms);
  try {
    return await Promise.race([made, over]);
  } finally {
    clearTimeout(timer);
  }
}

async function noteOrphan<Port, Names, Made>(
  { db, clock }: Pick<ReadDeps, 'db' | 'clock'>,
  tenant: Tenant,
  { account }: Taker<Port>,
  { method, amountCents, reference, chargeId }: NewPayment<Port, Names, Made>,
  { before, names }: { readonly before: Names; readonly names: Names },
): Promise<void> {
  if (!account) return;
  const { name: provider, id } = account;
  const createdAt = clock.real();
  const of = { reference: reference(before), chargeId: chargeId(names), providerReference: undefined };
  await insertOrphan(db, tenant, { provider, account: id, method, amountCents, state: 'OPEN', createdAt, ...of });
}
