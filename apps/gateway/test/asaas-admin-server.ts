import {
  AsaasAccountServiceDefinition,
  AsaasPayoutsServiceDefinition,
  type ConfigureAsaasAccountRequest,
} from '@pitanga/contracts';
import type { RpcServer } from '@pitanga/rpc';

/** Billing and payouts with one account at Asaas: keeps what was configured, and where it was removed, in order. */
export function addAsaas(
  server: RpcServer,
  received: { push(request: ConfigureAsaasAccountRequest): unknown },
  removed: string[],
): void {
  const validationUrl = 'https://pitanga.example/callbacks/x';
  const updatedAt = new Date('2026-11-27T12:00:00.000Z');
  const owner = 'ACCOUNT_OWNER_MERCHANT' as const;
  const moneyIn = {
    accountId: 'a',
    environment: 'PRODUCTION',
    keepsCards: false,
    apiKeyEnds: 'apik',
    methods: ['PIX'],
    callbackUrl: 'https://pitanga.example/callbacks/in',
    updatedAt,
    owner,
    host: 'api.asaas.com',
  };
  server.add(AsaasAccountServiceDefinition, {
    configureAsaasAccount: (request) => {
      received.push(request);
      return Promise.resolve({ account: moneyIn });
    },
    getAsaasAccount: () => Promise.resolve({ account: moneyIn }),
    testAsaasAccount: () => Promise.resolve({ problems: [] }),
    removeAsaasAccount: () => {
      removed.push('billing');
      return Promise.resolve({});
    },
    receiveAsaasEvent: () => Promise.resolve({ transfer: undefined }),
    answerRefundAsk: () => Promise.resolve({ approved: false, refuseReason: '', pixReturn: undefined }),
  });
  server.add(AsaasPayoutsServiceDefinition, {
    configureAsaasPayouts: (request) => {
      received.push(request);
      return Promise.resolve({ validationUrl });
    },
    getAsaasPayouts: () =>
      Promise.resolve({
        account: {
          name: 'asaas:48548710',
          validationTokenEnds: 'oken',
          validationUrl,
          allowsOwnTransfers: false,
          askedAt: undefined,
          stoppedAt: new Date('2026-11-28T12:00:00.000Z'),
          updatedAt,
          owner,
          apiKeyEnds: 'apik',
          hasOpenPayouts: false,
        },
      }),
    testAsaasPayouts: () => Promise.resolve({ problems: ['api.asaas.com did not answer in time'] }),
    removeAsaasPayouts: () => {
      removed.push('payouts');
      return Promise.resolve({});
    },
    noteAsaasTransfer: () => Promise.resolve({}),
    answerWithdrawal: () => Promise.resolve({ approved: false, refuseReason: '', pixReturn: undefined }),
  });
}
