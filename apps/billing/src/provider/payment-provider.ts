import type { Cents, Tenant } from '@pitanga/core';

/** A Pix charge to register with whoever receives the money. */
export interface PixOrder {
  /** 26 to 35 letters and digits, unique per receiver (brazil.md, 2.3). */
  readonly txid: string;
  readonly amountCents: Cents;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly expiresAt: Date;
}

/** The code a payer scans or pastes. */
export interface PixRegistration {
  readonly brCode: string;
}

/** A payment service provider: the simulator in dev mode, a bank's adapter in production. */
export interface PaymentProvider {
  /** Stored with the charge, so that its later steps go to the provider that has it. */
  readonly name: string;
  /** Whether it can refuse a payer whose CPF or CNPJ is not the customer's. */
  readonly canEnsureSameTaxId: boolean;
  createPix(order: PixOrder): Promise<PixRegistration>;
}

/** The Pix provider of a tenant; absent in production until one is configured. */
export type ProviderOf = (tenant: Tenant) => PaymentProvider | undefined;
