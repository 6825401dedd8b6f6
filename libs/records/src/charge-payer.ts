import { Type } from 'typebox';
import { NamedObject } from './schema';

/** Who paid a charge, or is to pay it (docs/behaviour/charges.md#who-paid). */
export const ChargePayer = NamedObject('ChargePayer', { name: Type.String() });

export function chargePayer(name: string | undefined): { readonly name: string } | null {
  return name === undefined || name === '' ? null : { name };
}
