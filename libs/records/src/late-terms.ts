import type { BoletoDetails } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf } from './schema';
import { enumName } from './wire';

export const fineTypes = ['PERCENTAGE', 'FIXED'] as const;

export const FineType = OneOf('FineType', fineTypes);

/** Of overdue boletos; null for none. */
export const lateTermsFields = {
  interest: Nullable(
    NamedObject('Interest', { value: Type.Integer({ description: 'Hundredths of a percent a month.' }) }),
  ),
  fine: Nullable(
    NamedObject('Fine', {
      value: Type.Integer({ description: 'Hundredths of a percent for PERCENTAGE, centavos for FIXED.' }),
      type: FineType,
    }),
  ),
};

type LateTerms = { readonly [F in keyof typeof lateTermsFields]: Static<(typeof lateTermsFields)[F]> };

export function lateTerms({
  interestBasisPoints: interest,
  fine,
}: Pick<BoletoDetails, 'interestBasisPoints' | 'fine'>): LateTerms {
  return {
    interest: interest === undefined ? null : { value: interest },
    fine: fine ? { value: fine.value, type: enumName('FINE_KIND', fine.kind) } : null,
  };
}
