import { Type, type Static } from 'typebox';
import type { PaymentMethod } from '../money/fees';

const Position = Type.Optional(Type.Integer({ minimum: 1, maximum: 9 }));

/** Spread into the settings of every kind of account that takes money in. */
export const positionsSchema = {
  /** By method when the account is asked, 1 first; without one after those that have one. */
  positions: Type.Optional(
    Type.Object({ PIX: Position, BOLETO: Position, CARD: Position }, { additionalProperties: false }),
  ),
};

export type Positions = Readonly<Static<NonNullable<typeof positionsSchema.positions>>>;

/** An account with the positions that its owner has set. */
export interface Placed {
  readonly positions?: Positions | undefined;
}

/** What people of a store have set by method, names as charges have them: it goes before positions. */
export type AccountOrders = Readonly<Partial<Record<PaymentMethod, readonly string[]>>>;

/** Those that take a method: as people have ordered them, then by position, and those without one after them as they are given. */
export function inOrder<Account extends Placed & { readonly name: string; readonly takes: readonly PaymentMethod[] }>(
  accounts: readonly Account[],
  method: PaymentMethod,
  { [method]: names = [] }: AccountOrders,
): readonly Account[] {
  const last = 10;
  const readPosition = ({ name, positions }: Account): number => {
    const index = names.indexOf(name);
    return index < 0 ? (positions?.[method] ?? last) : index - names.length;
  };
  return accounts
    .filter(({ takes }) => takes.includes(method))
    .toSorted((first, second) => readPosition(first) - readPosition(second));
}
