export const fieldRules = ['NEVER', 'OPTIONAL', 'REQUIRED'] as const;
export type FieldRule = (typeof fieldRules)[number];

/** What payment pages ask of a payer beside what the payment itself needs (docs/behaviour/checkouts.md#payer-fields). */
export interface PayerFields {
  readonly email: FieldRule;
  readonly cellphone: FieldRule;
}

export const noPayerFields: PayerFields = { email: 'NEVER', cellphone: 'NEVER' };
