import { subtractCents, sumCents, zeroCents, type Cents, type Owned, type Tenant } from '@pitanga/core';
import type { Funds, StoredFunds } from '../balances/balance-repository';
import { operatorShare } from '../journals/journal';
import type { ChargePartTaking, OpenPart, PartTaking } from '../pending-parts/pending-part';
import { splitParts } from '../charges/capture';
import { toAvailable } from '../balances/account';
import type { ReturnedShare } from '../splits/split-taking-repository';
import type { SplitTaking } from '../splits/split';
import type { StatementContext } from '../statement/statement';
import type { LimitedStore } from '../limits/payout-limits-repository';
import { tenantKey } from '../owned-rows';
import { leavesByKey, type Hold } from './hold';
import {
  applyTakings,
  decideHold,
  type AnyHold,
  type HoldChange,
  type HoldCommand,
  type HoldDecision,
  type HoldView,
} from './hold-rules';

/** The rows that a batch of commands depends on: locked, or assumed and confirmed by the statement that writes. */
export interface LoadedHolds {
  readonly holds: readonly Owned<{ readonly hold: AnyHold; readonly context: StatementContext | undefined }>[];
  readonly parts: readonly Owned<{ readonly chargeId: string; readonly parts: readonly OpenPart[] }>[];
  readonly takings: readonly Owned<{ readonly takerId: string; readonly takings: readonly PartTaking[] }>[];
  readonly subTakings: readonly Owned<{ readonly takerId: string; readonly takings: readonly SplitTaking[] }>[];
  /** Of the charges to be refunded, read after the balances were locked. */
  readonly returned: readonly ReturnedShare[];
  /** What of the money of stores and sub-accounts the commands depend on. */
  readonly funds: readonly Owned<StoredFunds>[];
  /** The refunds of charges to be refunded, except released ones, read after `available` was locked. */
  readonly refunded: readonly Owned<{ readonly chargeId: string; readonly refundedCents: Cents }>[];
  /** The stores with limits that money is to leave; undefined: assumed that none has any, which the statement confirms. */
  readonly limited: readonly LimitedStore[] | undefined;
}

/** A hold that a batch of commands changed. */
export type ChangedHold = Owned<{
  readonly hold: AnyHold;
  /** Undefined for a hold that was stored before. */
  readonly createdAt: Date | undefined;
  readonly updatedAt: Date;
  /** What a new hold took of the parts of its charge. */
  readonly takings: readonly ChargePartTaking[];
  /** Whether what a stored hold had taken was restored to the parts. */
  readonly isRestored: boolean;
  /** What a new hold took of sub-accounts. */
  readonly subTakings: readonly SplitTaking[];
  /** Whether a stored hold has given that back. */
  readonly givesBack: boolean;
}>;

export type ChangedPart = Owned<OpenPart & { readonly chargeId: string }>;

/** What a batch of commands changes beside its journals. */
export interface HoldChanges {
  readonly holds: readonly ChangedHold[];
  readonly parts: readonly ChangedPart[];
}

export interface HoldBook {
  /** Decides a command on the loaded rows and what was recorded of the commands before it. */
  decide(command: HoldCommand): HoldDecision;
  /** Records what a command changes, as it was decided last. */
  record(command: HoldCommand, change: HoldChange): void;
  changes(): HoldChanges;
}

interface HoldState {
  readonly tenant: Tenant;
  readonly isStored: boolean;
  readonly hadTakings: boolean;
  hold: AnyHold;
  readonly context: StatementContext | undefined;
  takings: readonly PartTaking[];
  readonly hadSubTakings: boolean;
  subTakings: readonly SplitTaking[];
  readonly createdAt: Date | undefined;
  /** Undefined until a command of the batch changes the hold. */
  updatedAt: Date | undefined;
}

interface ChargeParts {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly stored: readonly OpenPart[];
  parts: readonly OpenPart[];
}

/** By tenant and id; `funds` by tenant and account. */
interface BookState {
  readonly holds: Map<string, HoldState>;
  readonly parts: Map<string, ChargeParts>;
  readonly funds: Map<string, Funds>;
  readonly refunded: Map<string, Cents>;
  /** By tenant, charge and sub-account. */
  readonly returned: Map<string, Cents>;
  readonly limited: Map<string, LimitedStore>;
}

/** The holds of a batch in memory: each command sees the effect of those before it. */
export function createHoldBook(loaded: LoadedHolds): HoldBook {
  const state = loadState(loaded);
  return {
    decide: (command) => decideHold(viewFor(state, command), command),
    record: (command, change) => {
      recordChange(state, command, change);
    },
    changes: () => collectChanges(state),
  };
}

function loadState({ holds, parts, takings, subTakings, funds, limited = [], ...sums }: LoadedHolds): BookState {
  const takenBy = new Map(takings.map((taker) => [tenantKey(taker.tenant, taker.takerId), taker.takings]));
  const ofSubsBy = new Map(subTakings.map((taker) => [tenantKey(taker.tenant, taker.takerId), taker.takings]));
  const storedState = ({ tenant, hold, context }: LoadedHolds['holds'][number]): HoldState => {
    const taken = takenBy.get(tenantKey(tenant, hold.id)) ?? [];
    const ofSubs = ofSubsBy.get(tenantKey(tenant, hold.id)) ?? [];
    const had = { hadTakings: taken.length > 0, hadSubTakings: ofSubs.length > 0 };
    const times = { createdAt: undefined, updatedAt: undefined };
    return { tenant, hold, context, takings: taken, subTakings: ofSubs, isStored: true, ...had, ...times };
  };
  return {
    holds: new Map(holds.map((stored) => [tenantKey(stored.tenant, stored.hold.id), storedState(stored)])),
    parts: new Map(
      parts.map(({ tenant, chargeId, parts: stored }) => [
        tenantKey(tenant, chargeId),
        { tenant, chargeId, stored, parts: stored },
      ]),
    ),
    funds: new Map(funds.map((each) => [tenantKey(each.tenant, each.account), each])),
    refunded: new Map(
      sums.refunded.map(({ tenant, chargeId, refundedCents }) => [tenantKey(tenant, chargeId), refundedCents]),
    ),
    returned: new Map(sums.returned.map((share) => [shareKey(share), share.shareCents])),
    limited: new Map(limited.map((store) => [tenantKey(store.tenant, ''), store])),
  };
}

function shareKey({ tenant, chargeId, subAccountId }: Omit<ReturnedShare, 'shareCents'>): string {
  return tenantKey(tenant, `${chargeId}/${subAccountId}`);
}

const noFunds: Funds = { balanceCents: zeroCents, operatorCents: zeroCents };

function viewFor(state: BookState, command: HoldCommand): HoldView {
  const { tenant, input } = command;
  const stored = state.holds.get(tenantKey(tenant, input.holdId));
  const source = toAvailable(command.step === 'reserve' ? command.input.subAccountId : undefined);
  const available = state.funds.get(tenantKey(tenant, source)) ?? noFunds;
  const topUp = state.funds.get(tenantKey(tenant, 'top_up')) ?? noFunds;
  return {
    hold: stored?.hold,
    parts: findParts(state, stored?.hold, command)?.parts ?? [],
    takings: stored?.takings ?? [],
    subTakings: stored?.subTakings ?? [],
    subs: viewSubs(state, command),
    context: stored?.context,
    availableCents: available.balanceCents,
    topUpCents: topUp.balanceCents,
    ofOperator: { availableCents: available.operatorCents, topUpCents: topUp.operatorCents },
    refundedCents: state.refunded.get(tenantKey(tenant, reservedCharge(command) ?? '')) ?? zeroCents,
    limited: state.limited.get(tenantKey(tenant, '')),
  };
}

/** The sub-accounts of the charge that a command refunds; undefined where it was not split. */
function viewSubs(state: BookState, command: HoldCommand): HoldView['subs'] {
  const charge = command.step === 'reserve' ? command.input.charge : undefined;
  if (!charge?.splits) return undefined;
  const { tenant, chargeId } = charge;
  return new Map(
    splitParts(charge).map(({ subAccountId }) => {
      const { balanceCents, operatorCents } = state.funds.get(tenantKey(tenant, toAvailable(subAccountId))) ?? noFunds;
      const returnedCents = state.returned.get(shareKey({ tenant, chargeId, subAccountId })) ?? zeroCents;
      return [subAccountId, { availableCents: balanceCents, operatorCents, returnedCents }];
    }),
  );
}

function findParts(state: BookState, hold: AnyHold | undefined, command: HoldCommand): ChargeParts | undefined {
  const chargeId = hold?.purpose === undefined ? reservedCharge(command) : hold.chargeId;
  return chargeId === undefined ? undefined : state.parts.get(tenantKey(command.tenant, chargeId));
}

function reservedCharge(command: HoldCommand): string | undefined {
  return command.step === 'reserve' ? command.input.charge?.chargeId : undefined;
}

function recordChange(state: BookState, command: HoldCommand, change: HoldChange): void {
  const { hold, journal, takings, subTakings } = change;
  const { tenant, input, step } = command;
  const stored = state.holds.get(tenantKey(tenant, hold.id));
  const charge = findParts(state, stored?.hold, command);
  if (charge) charge.parts = applyTakings(charge.parts, takings, step === 'reserve' ? 'take' : 'restore');
  for (const { account, amountCents } of journal?.entries ?? []) {
    const key = tenantKey(tenant, account);
    const { balanceCents, operatorCents } = state.funds.get(key) ?? noFunds;
    state.funds.set(key, {
      balanceCents: sumCents(balanceCents, amountCents),
      operatorCents: sumCents(operatorCents, operatorShare(journal?.owner, amountCents)),
    });
  }
  if (hold.purpose === 'REFUND' && hold.chargeId !== undefined && step !== 'settle') {
    const { chargeId } = hold;
    const add = step === 'reserve' ? sumCents : subtractCents;
    const count = (counts: Map<string, Cents>, key: string, amount: Cents) =>
      counts.set(key, add(counts.get(key) ?? zeroCents, amount));
    count(state.refunded, tenantKey(tenant, chargeId), hold.amountCents);
    for (const { subAccountId, shareCents } of subTakings) {
      count(state.returned, shareKey({ tenant, chargeId, subAccountId }), shareCents);
    }
  }
  if (step === 'reserve' && hold.purpose !== undefined && leavesByKey(hold)) countOutflow(state, tenant, hold, input);
  if (stored) {
    stored.hold = hold;
    stored.updatedAt = input.occurredAt;
    if (step === 'release') Object.assign(stored, { takings: [], subTakings: [] });
    return;
  }
  state.holds.set(tenantKey(tenant, hold.id), {
    tenant,
    hold,
    context: journal?.statement,
    takings,
    subTakings,
    isStored: false,
    hadTakings: false,
    hadSubTakings: false,
    createdAt: input.occurredAt,
    updatedAt: input.occurredAt,
  });
}

/** What a batch releases counts until its next one: a refusal then comes too early, and nothing is sent too much. */
function countOutflow(
  { limited }: BookState,
  tenant: Tenant,
  { amountCents }: Hold,
  { occurredAt: at }: { readonly occurredAt: Date },
): void {
  const store = limited.get(tenantKey(tenant, ''));
  if (!store) return;
  const outflows = [...store.outflows, { startsAt: at, amountCents, lastAt: at }];
  limited.set(tenantKey(tenant, ''), { ...store, outflows });
}

function collectChanges({ holds, parts }: BookState): HoldChanges {
  return {
    holds: [...holds.values()].flatMap((state) => changedHold(state)),
    parts: [...parts.values()].flatMap(({ tenant, chargeId, stored, parts: now }) =>
      now.filter((part, index) => part !== stored[index]).map((part) => ({ tenant, chargeId, ...part })),
    ),
  };
}

function changedHold({
  tenant,
  hold,
  isStored,
  takings,
  hadTakings,
  subTakings,
  hadSubTakings,
  createdAt,
  updatedAt,
}: HoldState): readonly ChangedHold[] {
  if (!updatedAt) return [];
  const chargeId = hold.purpose === undefined ? undefined : hold.chargeId;
  const isNew = !isStored && chargeId !== undefined;
  return [
    {
      tenant,
      hold,
      createdAt,
      updatedAt,
      takings: isNew ? takings.map((taking) => ({ ...taking, chargeId })) : [],
      isRestored: hadTakings && hold.state === 'RELEASED',
      subTakings: isNew ? subTakings : [],
      givesBack: hadSubTakings && hold.state === 'RELEASED',
    },
  ];
}
