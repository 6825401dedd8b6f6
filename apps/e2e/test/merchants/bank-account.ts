import { systemClock } from '@pitanga/core';
import { efiMoneyOut, startEfiChargesStandIn, waitFor, type EfiChargesStandIn } from '@pitanga/testing';
import {
  callbackBaseUrl,
  mannersOf,
  startFakeBank,
  startInter,
  type FakeBank,
  type InterAccount,
} from '../provider-servers';
import type { MerchantBench } from './merchant-bench';

const now = () => systemClock.real();
type Deliver = Pick<MerchantBench, 'deliver'>;

/** A bank that is like this one, and whose callbacks reach an installation. */
export async function openBank({ deliver }: Deliver, code: 'EFI' | 'ITAU'): Promise<FakeBank> {
  const bank = await startFakeBank(now, undefined, mannersOf[code]);
  bank.deliver = async (url, body) => {
    await deliver(url, {}, JSON.stringify(body));
  };
  return bank;
}

/** What its owner types, with the addresses of the stand-in. */
export function bankSettings(
  { baseUrl, tokenUrl, clientId, clientSecret, books, client, ca }: FakeBank,
  bank: 'EFI' | 'ITAU',
) {
  return {
    ...{ bank, baseUrl, tokenUrl, clientId, clientSecret, pixKey: books.pixKey, callbackBaseUrl },
    ...{ certificate: client.certificate, privateKey: client.privateKey, ca: ca.certificate, registerWebhook: true },
  };
}

/** Money out of an account at this bank, which is Efí. */
export interface EfiSending {
  readonly owners: Map<string, string>;
  /** Efí sends the Pix of this amount, and says so. */
  send(valor: string): Promise<void>;
}

export function openEfiSending(bank: FakeBank): EfiSending {
  const { pixKey, webhooks } = bank.books;
  const out = efiMoneyOut({ pixKey, webhooks, now, deliver: (url, body) => bank.deliver(url, body) });
  bank.beside = out.route;
  return {
    owners: out.owners,
    send: async (valor) => {
      const sent = await waitFor('the order at Efí', () =>
        Promise.resolve(out.sent.find((one) => one.valor === valor)),
      );
      await out.end(sent.idEnvio, 'REALIZADO');
    },
  };
}

/** A Pix to the key that nothing here asked for; its end-to-end id. */
export async function sendUnasked(bank: FakeBank, valor: string): Promise<string> {
  const { books } = bank;
  const { endToEndId } = books.receive({ valor });
  await bank.deliver(books.webhooks.get(books.pixKey) ?? '', { pix: [{ endToEndId, valor }] });
  return endToEndId;
}

/** The API of charges of an account whose Pix is at this bank, which is Efí. */
export async function openEfiCharges({ deliver }: Deliver, bank: FakeBank): Promise<EfiChargesStandIn> {
  const efi = await startEfiChargesStandIn(now, bank);
  efi.deliver = async (url, form) => {
    await deliver(url, { 'content-type': 'application/x-www-form-urlencoded' }, form);
  };
  return efi;
}

/** Efí says that a charge of a card stands so. */
export async function moveCard(efi: EfiChargesStandIn, chargeId: string, status: string): Promise<void> {
  const [booked] = efi.findCharges(chargeId);
  if (!booked) throw new Error(`no charge of ${chargeId}`);
  efi.books.move(booked, status);
  await efi.deliverDue();
}

export async function openInter({ deliver }: Deliver): Promise<InterAccount> {
  const inter = await startInter(now);
  inter.deliver = async (url, body) => {
    await deliver(url, {}, JSON.stringify(body));
  };
  return inter;
}

/** What an owner types of an account at Inter that takes boletos, with the addresses of the stand-in. */
export function interSettings({ origin, clientId, clientSecret, pixKey, client, ca }: InterAccount): object {
  const { certificate, privateKey } = client;
  return {
    ...{ bank: 'INTER', methods: ['PIX', 'BOLETO'], clientId, clientSecret, pixKey, certificate, privateKey, ca },
    ...{ baseUrl: `${origin}/pix/v2`, tokenUrl: `${origin}/oauth/v2/token`, chargesBaseUrl: `${origin}/cobranca/v3` },
    callbackBaseUrl,
  };
}

/** Inter sends the first Pix that it was asked for, and says so. */
export async function sendAtInter({ out }: InterAccount): Promise<void> {
  const order = await waitFor('the order at Inter', () => Promise.resolve(out.sent[0]));
  await out.end(order.codigoSolicitacao, 'PIX_PAGO');
}
