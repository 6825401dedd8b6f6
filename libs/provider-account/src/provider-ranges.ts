import { addressRangePattern, rangesFault } from '@pitanga/egress';
import { Type } from 'typebox';

/** Where the operator lets providers of stores be besides public addresses. */
export const providerRangesConfig = Type.Array(Type.String({ pattern: addressRangePattern }), {
  default: [],
  description:
    'comma list of private CIDR ranges in which banks and payment providers of stores may be, e.g. 10.20.0.0/16',
});

/** Throws at the start of a service for a text that is no range. */
export function checkedRanges(ranges: readonly string[]): readonly string[] {
  const fault = rangesFault('PROVIDER_ALLOWED_RANGES', ranges);
  if (fault !== undefined) throw new Error(fault);
  return ranges;
}
