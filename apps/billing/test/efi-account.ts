import type { Tenant } from '@pitanga/core';
import { startEfiChargesStandIn, type EfiChargesStandIn } from '@pitanga/testing';
import { call, type Billing } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { mannersOf } from './fake-bank-manners';
import { aStore, startBank } from './pix-bank';

/** One account at Efí: its Pix API, and its API of charges by the same credentials. */
export interface EfiAccount {
  readonly bank: FakeBank;
  readonly efi: EfiChargesStandIn;
}

/** Notifications reach this billing. */
export async function startEfiAccount(billing: Billing): Promise<EfiAccount> {
  const bank = await startBank(billing, mannersOf.EFI);
  const efi = await startEfiChargesStandIn(() => billing.clock.real(), bank);
  efi.deliver = (url, form) => receiveNotice(billing, url, form);
  return { bank, efi };
}

export async function stopEfiAccount({ bank, efi }: EfiAccount): Promise<void> {
  await Promise.all([bank.stop(), efi.stop()]);
}

/** What an owner would give for this account. */
export function efiSettings({ efi }: EfiAccount, over: object = {}): object {
  return { bank: 'EFI', methods: ['PIX', 'BOLETO'], chargesBaseUrl: efi.baseUrl, ...over };
}

/** A production store at this account. */
export function anEfiStore(billing: Billing, account: EfiAccount, over: object = {}): Promise<Tenant> {
  return aStore(billing, account.bank, efiSettings(account, over));
}

/** As the gateway does it. */
export async function receiveNotice(billing: Billing, url: string, form: string): Promise<void> {
  const segment = /^https:\/\/pitanga\.test\/callbacks\/efi\/(\w+)$/.exec(url)?.[1] ?? '';
  await billing.pix.receivePixCallback({ segment, body: Buffer.from(form) }, call());
}
