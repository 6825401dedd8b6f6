import { interSending, newInterMoneyOut, type InterMoneyOut } from '@pitanga/testing';
import { bankSettings, mannersOf, startFakeBank, type FakeBank } from '../provider-servers';
import { connectingOf, newCallbackBase } from './connecting';
import type { Attempt, Row } from './crash';
import { startBeat } from './efi-sending-rows';
import { fundByPix, holderTaxId, randomKey, type Merchant } from './merchant';
import { idOf } from './stripe-parts';

/** A merchant whose bank is Inter, which sends, on the platform of another. */
export interface InterSender extends Merchant {
  readonly out: InterMoneyOut;
}

export async function openInterSender(merchant: Merchant): Promise<InterSender> {
  const now = () => merchant.clock.now();
  const bank = await startFakeBank(now, undefined, mannersOf.INTER);
  const out = newInterMoneyOut(now, (url, body) => bank.deliver(url, body));
  bank.beside = interSending(out, now);
  const stopBeat = startBeat(async () => {
    const open = out.sent.filter(({ status }) => status === 'TRANSACAO_CRIADA');
    for (const { codigoSolicitacao } of open) await out.end(codigoSolicitacao, 'PIX_PAGO').catch(() => undefined);
  });
  const stop = async (): Promise<void> => {
    await stopBeat();
    await bank.stop();
  };
  const own = { ...(await merchant.anotherStore('edu')), bank, out, stop };
  bank.deliver = async (url, body) => {
    await own.submitJson(new URL(url).pathname, JSON.stringify(body));
  };
  await own.post('/v2/providers/connect', { provider: 'BACEN_PIX', settings: settingsOf(bank) });
  await fundByPix(own);
  return own;
}

function settingsOf(bank: FakeBank) {
  return { ...bankSettings(bank), bank: 'INTER', contaCorrente: '1234567', sendsPayouts: true };
}

/** To the holder's own tax id: Inter looks no key up. */
function payout(merchant: InterSender): Attempt {
  const externalId = randomKey();
  const before = merchant.out.sent.length;
  const left = () => merchant.out.sent.slice(before).filter(({ status }) => status === 'PIX_PAGO').length;
  const find = async () => {
    const all = await merchant.get(`/v2/payouts/list?externalId=${externalId}`);
    expect(all.length).toBeLessThan(2);
    return all[0] as { readonly id: string; readonly status: string } | undefined;
  };
  const body = { amount: 500, externalId, pixKey: holderTaxId, pixKeyType: 'CNPJ' };
  return {
    send: merchant.keyed('/v2/payouts/create', body),
    ours: async () => (await find())?.status,
    theirs: () => (left() > 0 ? 'COMPLETE' : 'NONE'),
    effects: left,
    done: 'COMPLETE',
    identify: idOf,
    events: async () => ({ recordId: (await find())?.id ?? '', types: ['payout.completed'] }),
  };
}

function connect(merchant: InterSender): Attempt {
  const callbackBaseUrl = newCallbackBase();
  const settings = { ...settingsOf(merchant.bank), callbackBaseUrl };
  return connectingOf(
    () => merchant.api.post('/v2/providers/connect', { provider: 'BACEN_PIX', settings }),
    () => Number(merchant.out.webhookUrl?.startsWith(callbackBaseUrl)),
  );
}

/** What leaves a store whose bank is Inter. */
export const interSendingRows: readonly Row<InterSender>[] = [
  {
    process: 'payouts',
    provider: 'bank',
    call: 'Inter: a payout is sent',
    request: /^POST \/banking\/v2\/pix$/,
    begin: payout,
  },
  {
    process: 'payouts',
    provider: 'bank',
    call: 'Inter: the address for payouts is registered',
    request: /^PUT \/banking\/v2\/webhooks\/pix-pagamento$/,
    isFinishedByJobs: false,
    begin: connect,
  },
];
