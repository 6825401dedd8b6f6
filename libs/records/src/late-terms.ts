import type { BoletoDetails } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { Nullable, OneOf } from './schema';
import { enumName } from './wire';

export const fineTypes = ['PERCENTAGE', 'FIXED'] as const;

/** Of overdue boletos; null for none. */
export const lateTermsFields = {
  interest: Nullable(Type.Object({ value: Type.Integer({ description: 'Hundredths of a percent a month.' }) })),
  fine: Nullable(
    Type.Object({
      value: Type.Integer({ description: 'Hundredths of a percent for PERCENTAGE, centavos for FIXED.' }),
      type: OneOf(fineTypes),
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
