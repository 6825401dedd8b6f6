import { required, type LedgerServiceDefinition, type PayoutLimits as LimitsMessage } from '@pitanga/contracts';
import { cents, invalidArgument, type Cents } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { dayAround, newestOrder, nightAround, sumWithin, type PayoutLimits } from '../limits/payout-limits';
import { listOutflows, savePayoutLimits } from '../limits/payout-limits-repository';

const dayMs = 86_400_000;
const intervalMax = 86_400;

type LimitMethods = 'configurePayoutLimits' | 'getPayoutUse';

export function limitHandlers(deps: Deps): Pick<RpcHandlers<LedgerServiceDefinition>, LimitMethods> {
  return {
    configurePayoutLimits: async ({ limits, version }, { tenant }) => {
      const told = limitsFromWire(required(limits, 'limits'));
      await savePayoutLimits(deps.db, tenant, told, version, deps.clock.real());
      return {};
    },

    getPayoutUse: async (request, { tenant }) => {
      const at = required(request.at, 'at');
      const [day, night] = [dayAround(at), nightAround(at)];
      const range = { since: new Date(at.getTime() - dayMs), until: new Date(at.getTime() + dayMs) };
      const outflows = await listOutflows(deps.db, tenant, range);
      return {
        dayCents: sumWithin(outflows, day),
        dayEndsAt: day.endsAt,
        nightCents: sumWithin(outflows, night),
        nightEndsAt: night.endsAt,
        lastOrderAt: newestOrder(outflows),
      };
    },
  };
}

function limitsFromWire(message: LimitsMessage): PayoutLimits {
  const { orderCents, dayCents, nightCents, intervalSeconds, beneficiaries } = message;
  if (intervalSeconds !== undefined && (intervalSeconds < 0 || intervalSeconds > intervalMax)) {
    throw invalidArgument("Property 'interval_seconds' should be from 0 to a day");
  }
  return {
    orderCents: limitFromWire(orderCents),
    dayCents: limitFromWire(dayCents),
    nightCents: limitFromWire(nightCents),
    intervalSeconds,
    beneficiaries: beneficiaries?.fingerprints.map((fingerprint) => fingerprint.toString('hex')),
  };
}

function limitFromWire(amountCents: number | undefined): Cents | undefined {
  if (amountCents === undefined) return undefined;
  if (amountCents < 0) throw invalidArgument('A limit should not be negative');
  return cents(amountCents);
}
