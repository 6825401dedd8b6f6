import { isAddressRange } from '@pitanga/egress';
import { Type } from 'typebox';

/** Where the operator lets providers of stores be besides public addresses. */
export const providerRangesConfig = Type.Array(Type.String({ pattern: '^[0-9a-fA-F.:]+/[0-9]{1,3}$' }), {
  default: [],
  description:
    'comma list of private CIDR ranges in which banks and payment providers of stores may be, e.g. 10.20.0.0/16',
});

/** Throws at the start of a service for a text that is no range. */
export function checkedRanges(ranges: readonly string[]): readonly string[] {
  const invalid = ranges.filter((range) => !isAddressRange(range));
  if (invalid.length === 0) return ranges;
  throw new Error(`PROVIDER_ALLOWED_RANGES has ${invalid.join(', ')}, which is no CIDR range`);
}
