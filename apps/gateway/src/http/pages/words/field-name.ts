/** The names of the forms' fields. */
export type FieldName =
  | ('number' | 'name' | 'expiry' | 'cvv' | 'installments' | 'taxId' | 'email' | 'cellphone' | 'coupon')
  | ('address' | 'city' | 'state' | 'zipCode');
