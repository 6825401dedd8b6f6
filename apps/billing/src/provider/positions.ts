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

/** Those that take a method: by position, and those without one after them as they are given. */
export function inOrder<Account extends Placed & { readonly takes: readonly PaymentMethod[] }>(
  accounts: readonly Account[],
  method: PaymentMethod,
): readonly Account[] {
  const last = 10;
  const readPosition = ({ positions }: Account): number => positions?.[method] ?? last;
  return accounts
    .filter(({ takes }) => takes.includes(method))
    .toSorted((first, second) => readPosition(first) - readPosition(second));
}
