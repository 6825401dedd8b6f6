import type { AccountOwner, Clock } from '@pitanga/core';
import {
  createAsaasClient,
  type AsaasBudget,
  type AsaasClient,
  type AsaasConfig,
  type AsaasLimits,
} from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { CardProvider } from '../provider/card-provider';
import type { PixProvider } from '../provider/pix-provider';
import { createAsaasBoletoProvider } from './asaas-boleto-provider';
import { createAsaasCardProvider } from './asaas-card-provider';
import { createAsaasCustomers } from './asaas-customers';
import { createAsaasDisputes, type AsaasDisputes } from './asaas-disputes';
import type { AsaasMetrics } from './asaas-metrics';
import type { NoteBegun } from '../provider/note-begun';
import { createAsaasPayments } from './asaas-payments';
import { createAsaasPixProvider } from './asaas-pix-provider';

/** What it has a port for. */
export const asaasMethods = ['PIX', 'BOLETO', 'CARD'] as const;
export type AsaasMethod = (typeof asaasMethods)[number];

export interface AsaasAdapterDeps {
  readonly config: AsaasConfig;
  /** What the store takes by it. */
  readonly methods: readonly AsaasMethod[];
  /** Whether Asaas lets it keep cards. */
  readonly keepsCards: boolean;
  /** Identifies the account; does not change with new keys. */
  readonly account: string;
  /** Whose it is. */
  readonly owner?: AccountOwner | undefined;
  readonly clock: Pick<Clock, 'real'>;
  /** A child logger with the store. */
  readonly log: Log;
  readonly noteBegun: NoteBegun;
  readonly metrics: AsaasMetrics;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  /** Absent where its calls are not counted. */
  readonly budget?: AsaasBudget | undefined;
  /** @default asaasLimits */
  readonly limits?: AsaasLimits;
}

/** One store's Asaas account. */
export interface AsaasAdapter {
  readonly account: string;
  readonly client: AsaasClient;
  /** Reads and ends charges that were made by it, also of a method that it takes no more. */
  readonly pix: PixProvider;
  readonly boleto: BoletoProvider;
  readonly card: CardProvider;
  readonly disputes: AsaasDisputes;
  /** What new charges may be made by. */
  readonly methods: readonly AsaasMethod[];
  readonly close: () => void;
}

export function createAsaasAdapter(deps: AsaasAdapterDeps): AsaasAdapter {
  const { account, owner, methods, keepsCards, clock, metrics } = deps;
  const client = createAsaasClient({ ...deps, observe: metrics.called });
  const methodsBy = (by: AsaasClient) => {
    const payments = createAsaasPayments(by, createAsaasCustomers(by), deps.noteBegun);
    const pix = createAsaasPixProvider({ client: by, payments, account, owner });
    const boleto = createAsaasBoletoProvider({ client: by, payments, owner, clock });
    const card = createAsaasCardProvider({ client: by, payments, account, owner, clock, keepsCards });
    return { payments, pix, boleto, card };
  };
  const { payments, ...made } = methodsBy(client);
  const followed = methodsBy(client.within('FOLLOW'));
  return {
    account,
    client,
    pix: {
      ...made.pix,
      readPix: (txid, reference) => followed.pix.readPix(txid, reference),
      readPixRefund: (order) => followed.pix.readPixRefund(order),
    },
    boleto: { ...made.boleto, readBoleto: (boleto) => followed.boleto.readBoleto(boleto) },
    card: made.card,
    disputes: createAsaasDisputes(client, payments),
    methods,
    close: () => client.close(),
  };
}
