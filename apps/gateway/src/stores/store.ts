/** CREATING until every service has the store's settings. */
export type StoreStatus = 'CREATING' | 'ACTIVE';

export interface Store {
  readonly id: string;
  readonly name: string;
  readonly website: string;
  /** CPF or CNPJ of the holder, encrypted. */
  readonly taxIdSealed: Buffer;
  readonly status: StoreStatus;
  /** Requests a second of each key; undefined = the gateway's default, 0 = no limit. */
  readonly rateLimitPerSecond: number | undefined;
  readonly createdAt: Date;
}

/** Fees of a store (docs/behaviour/money.md#fees): centavos, and basis points of the amount for cards. */
export interface FeeSchedule {
  readonly pixCents: number;
  readonly boletoCents: number;
  readonly cardFixedCents: number;
  /** One installment, 2 to 6, 7 to 12. */
  readonly cardSingleBasisPoints: number;
  readonly cardShortBasisPoints: number;
  readonly cardLongBasisPoints: number;
  readonly payoutCents: number;
}

export const defaultFees: FeeSchedule = {
  pixCents: 80,
  boletoCents: 250,
  cardFixedCents: 60,
  cardSingleBasisPoints: 350,
  cardShortBasisPoints: 400,
  cardLongBasisPoints: 450,
  payoutCents: 80,
};

/** The settings that other services need of a store. */
export interface StoreSettings {
  /** Receiver's city in BR Codes: at most 15 letters without accents. */
  readonly city: string;
  readonly fees: FeeSchedule;
  readonly automaticPix: { readonly dev: boolean; readonly prod: boolean };
}
